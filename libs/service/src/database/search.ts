import { ILike, type FindOperator } from 'typeorm';

/** Ignores case. `%` and `_` stand for themselves. */
export function containing(text: string): FindOperator<string> {
  return ILike(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
}
