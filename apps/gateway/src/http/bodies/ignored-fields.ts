import { escapeStep } from '@ces/contracts/json/escape-step';
import { currentCall } from '@ces/messaging/calls/call-context';

const mostNames = 20;
const longestName = 100;
/** Some clients refuse longer headers. */
const mostCharacters = 2_048;

type Path = string[];

export function fieldsIgnored(given: unknown, checked: unknown): Path[] {
  if (!isContainer(given) || !isContainer(checked)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(checked, name)) return [[name]];
    const inner = (checked as Record<string, unknown>)[name];
    return fieldsIgnored(value, inner).map((path) => [name, ...path]);
  });
}

/** Lets the answer name the fields in `Ignored-Fields`, as JSON pointers without the first slash. */
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
