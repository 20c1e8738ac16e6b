import type { DataOfEvent } from '@ces/contracts/events/events';
import { faulty, malformedJson, type Problem } from '@ces/contracts/problems';
import type { CurrentDefinition } from './definition-cache.service.js';
import { DataRefused, ValidationTooCostly } from './schema/faults.js';
import { parseExact } from './schema/numbers.js';

export function validateData({ data }: DataOfEvent, definition: CurrentDefinition): CurrentDefinition | Problem {
  try {
    const faults = definition.schema.validate(parseExact(data));
    return faults.length > 0 ? faulty('event-data-invalid', faults) : definition;
  } catch (error) {
    return toProblem(error);
  }
}

function toProblem(error: unknown): Problem {
  if (error instanceof DataRefused) return faulty('event-data-invalid', error.faults);
  if (error instanceof SyntaxError) return malformedJson(error.message);
  if (!(error instanceof ValidationTooCostly)) throw error;
  const detail = 'cannot be validated within the limits: the schema makes it too costly';
  return faulty('event-data-invalid', [{ pointer: '#', code: 'schema-too-costly', detail }]);
}
