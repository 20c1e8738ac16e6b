import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Fault } from '../faults.js';
import { fragmentOf } from '@ces/contracts/json/escape-step';
import type { Json } from '../json.js';

export const DRAFT_2020_12 = 'https://json-schema.org/draft/2020-12/schema';

const ajv = new Ajv2020({ allErrors: true, validateFormats: false });

export function metaSchemaFaults(definition: Json): Fault[] {
  const validate = ajv.getSchema(DRAFT_2020_12);
  if (validate === undefined) throw new Error('ajv has lost the meta-schema of draft 2020-12');
  if (validate(definition) === true) return [];
  return distinct((validate.errors ?? []).map(faultOf));
}

function faultOf({ instancePath, keyword, message = 'is not valid' }: ErrorObject): Fault {
  const code = keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { pointer: `#${fragmentOf(instancePath)}`, code, detail: `Not a schema of draft 2020-12: ${message}.` };
}

/** The meta-schema consists of eight vocabularies, which often report the same fault. */
function distinct(faults: Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.code}`, fault])).values()];
}
