import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Fault } from './faults.js';
import { fragmentOf, type Json } from './json.js';

export const DRAFT_2020_12 = 'https://json-schema.org/draft/2020-12/schema';

const ajv = new Ajv2020({ allErrors: true, validateFormats: false });

/** Whether the definition is written as the meta-schema of draft 2020-12 wants it. */
export function metaSchemaFaults(definition: Json): Fault[] {
  const validate = ajv.getSchema(DRAFT_2020_12);
  if (validate === undefined) throw new Error('ajv has lost the meta-schema of draft 2020-12');
  if (validate(definition) === true) return [];
  return (validate.errors ?? []).filter(isItself).map(({ instancePath, keyword, message = 'is not valid' }) => ({
    pointer: `#${fragmentOf(instancePath)}`,
    code: keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    detail: `Not a schema of draft 2020-12: ${message}.`,
  }));
}

/** Leaves out the errors that only say that another error is inside. */
function isItself({ keyword }: ErrorObject): boolean {
  return keyword !== 'if' && keyword !== 'allOf';
}
