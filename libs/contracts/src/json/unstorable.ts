import { fragmentStep } from './escape-step.js';
import { faulty, type Fault } from '../problems.js';

/** Refuses text that PostgreSQL cannot store: a NUL, or half of a surrogate pair. The caller has bounded the nesting. */
export function refuseUnstorable(value: unknown, prefix = '#'): void {
  const faults = unstorable(value, prefix);
  if (faults.length > 0) throw faulty('validation-failed', faults);
}

function unstorable(value: unknown, pointer: string): Fault[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [fault(pointer)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${pointer}/${fragmentStep(name)}`;
    return isStorable(name) ? unstorable(inner, at) : [fault(at)];
  });
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function fault(pointer: string): Fault {
  return { pointer, code: 'text', detail: 'must be well-formed text without NUL' };
}
