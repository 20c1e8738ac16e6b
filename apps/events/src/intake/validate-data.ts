import { faulty, Problem } from '@ces/contracts/problems';
import type { Submission } from '@ces/contracts/events/events';
import type { CurrentDefinition } from '../definitions/definition-cache.js';
import { DataRefused, JudgementTooCostly } from '../schema/faults.js';
import { parseExact } from '../schema/numbers.js';

/** Holds one event's data against its definition; a Problem says everything that is wrong with it. */
export function judge(submission: Submission, definition: CurrentDefinition | undefined): Problem | undefined {
  if (!definition) return new Problem('event-not-defined', `No event "${submission.event_name}" is defined.`);
  try {
    const faults = definition.schema.judge(parseExact(submission.data));
    return faults.length > 0 ? faulty('event-data-invalid', faults) : undefined;
  } catch (error) {
    if (error instanceof DataRefused) return faulty('event-data-invalid', error.faults);
    if (error instanceof SyntaxError) return new Problem('malformed-json', error.message);
    if (error instanceof JudgementTooCostly) {
      return faulty('event-data-invalid', [
        {
          pointer: '#',
          code: 'schema-too-costly',
          detail: 'cannot be judged within the limits: the schema makes it too costly',
        },
      ]);
    }
    throw error;
  }
}
