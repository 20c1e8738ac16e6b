import type { Fault } from '../problems.js';

/** Codes of the rules that demand a type, the one that says most first. */
const types = ['is-array', 'is-object', 'is-string', 'is-int', 'is-number', 'is-boolean'];

/**
 * Keeps one fault of a value that has the wrong type. Such a value also breaks the rules of length and content, and the rules
 * of the fields within it, but to follow those would not help the caller.
 */
export function typesFirst(faults: readonly Fault[]): Fault[] {
  const wrong = new Map<string, Fault>();
  for (const fault of faults) {
    const before = wrong.get(fault.pointer);
    if (rank(fault) >= 0 && (!before || rank(fault) < rank(before))) wrong.set(fault.pointer, fault);
  }
  return faults.filter((fault) => {
    const ofType = wrong.get(fault.pointer);
    return (ofType === undefined || ofType === fault) && !isWithin(fault.pointer, wrong);
  });
}

function rank({ code }: Fault): number {
  return types.indexOf(code);
}

function isWithin(pointer: string, wrong: ReadonlyMap<string, Fault>): boolean {
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1))
    if (wrong.has(pointer.slice(0, end))) return true;
  return false;
}
