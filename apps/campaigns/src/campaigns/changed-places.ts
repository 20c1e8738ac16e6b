import { fragmentStep } from '@ces/contracts/json/escape-step';
import { isDeepStrictEqual } from 'node:util';

/** JSON pointers to the smallest parts that differ. A part that only one of them has is one place. */
export function changedPlaces(before: unknown, after: unknown, pointer = '#'): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [parts, others] = [partsOf(before), partsOf(after)];
  if (!parts || !others || Array.isArray(before) !== Array.isArray(after)) return [pointer];
  const steps = new Set([...parts.keys(), ...others.keys()]);
  return [...steps].flatMap((step) =>
    changedPlaces(parts.get(step), others.get(step), `${pointer}/${fragmentStep(step)}`),
  );
}

/** The members of an object or a list; undefined for other values. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}
