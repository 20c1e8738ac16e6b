import { Transform } from 'class-transformer';

/** Reads the whole number of a query. `Number` would also read `0x10`, `1e2` and ` 1`. */
export function FromDigits(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    if (typeof value === 'number' || value === undefined || value === null) return value;
    return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  });
}
