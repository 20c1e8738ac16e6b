import { Problem, type Fault } from '@ces/contracts/problems';

/** How many faults a problem names. */
export const shownFaults = 100;

export function numbersTaken(pointers: string[]): Problem {
  const errors = pointers
    .slice(0, shownFaults)
    .map((pointer) => ({ pointer, code: 'taken', detail: 'is the number of a card that was issued before' }));
  return new Problem('card-number-taken', 'Some numbers are taken; no card was issued.', { errors });
}

export function csvInvalid(faults: Fault[]): Problem {
  const errors = faults.slice(0, shownFaults);
  const detail = errors.map((each) => `${each.pointer}: ${each.detail}`).join('; ');
  return new Problem('csv-invalid', detail, { errors });
}
