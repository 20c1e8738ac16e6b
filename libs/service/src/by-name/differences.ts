import type { Difference } from '@ces/contracts/by-name/by-name';
import { fragmentStep } from '@ces/contracts/json/escape-step';
import { isDeepStrictEqual } from 'node:util';

/** Members that no request sets: the service gives them, or they change by themselves. */
const unset = new Set([
  ...['id', 'created', 'updated', 'version', 'text_version', 'state', 'disabled', 'retired_at', 'secrets'],
  ...['used', 'queue', 'available', 'claimed', 'last_used', 'last_used_at'],
]);

/** The changes that a request makes to an object, as answers show it. */
export function differencesOf(before: object, after: object): Difference[] {
  return differing(settable(before), settable(after), '#');
}

function differing(was: unknown, becomes: unknown, pointer: string): Difference[] {
  const [before, after] = [was ?? null, becomes ?? null];
  if (isDeepStrictEqual(before, after)) return [];
  const [members, others] = [membersOf(before), membersOf(after)];
  if (!members || !others || Array.isArray(before) !== Array.isArray(after)) return [{ pointer, before, after }];
  const names = new Set([...members.keys(), ...others.keys()]);
  return [...names].flatMap((name) =>
    differing(members.get(name), others.get(name), `${pointer}/${fragmentStep(name)}`),
  );
}

/** The members of an object, and the items of a list by their places; undefined for other values. */
function membersOf(value: unknown): Map<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

function settable(shown: object): object {
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !unset.has(name)));
}
