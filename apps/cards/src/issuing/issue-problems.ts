import { Problem, type Fault } from '@ces/contracts/problems';

export const shownFaults = 100;

const taken = 'is the number of a card that was issued before';

export function faultOfLine(line: number | undefined, code: string, detail: string): Fault {
  return { pointer: '#/file', code, detail: `line ${line ?? 0}: ${detail}` };
}

export function numbersTaken(pointers: string[]): Problem {
  return allTaken(pointers.map((pointer) => ({ pointer, code: 'taken', detail: taken })));
}

export function linesTaken(lines: number[]): Problem {
  return allTaken(lines.map((line) => faultOfLine(line, 'taken', taken)));
}

function allTaken(faults: Fault[]): Problem {
  const errors = faults.slice(0, shownFaults);
  return new Problem('card-number-taken', 'Some numbers are taken; no card was issued.', { errors });
}

export function csvInvalid(faults: Fault[]): Problem {
  const errors = faults.slice(0, shownFaults);
  const detail = errors.map((each) => each.detail).join('; ');
  return new Problem('csv-invalid', detail, { errors });
}
