import { currentCall } from '@ces/messaging/calls/call-context';
import { escapeStep } from './json-pointer.js';

/** So many names fit a header. */
const mostNames = 20;
const longestName = 100;
/** Some clients refuse headers that are much longer. */
const mostCharacters = 2_048;

/** Steps to a field, from the body inwards. */
type Path = string[];

/** What of the body is not in the object that was made of it. */
export function fieldsIgnored(given: unknown, checked: unknown): Path[] {
  if (!isContainer(given) || !isContainer(checked)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(checked, name)) return [[name]];
    const inner = (checked as Record<string, unknown>)[name];
    return fieldsIgnored(value, inner).map((path) => [name, ...path]);
  });
}

/** The answer names them in `Ignored-Fields`, as JSON pointers without the first slash. */
export function noteIgnored(paths: Path[]): void {
  const call = currentCall();
  if (paths.length === 0 || !call) return;
  let left = mostCharacters;
  const names = paths.slice(0, mostNames).map((path) => path.map(nameOf).join('/'));
  const fitting = names.filter((name) => (left -= name.length + ', '.length) >= 0);
  if (fitting.length > 0) call.ignored = fitting;
}

function nameOf(step: string): string {
  return encodeURIComponent(escapeStep(step.slice(0, longestName).toWellFormed()));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
