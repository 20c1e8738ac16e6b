import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { maxUsedBytes, maxUsedProperties, type UsedProperty } from '@ces/contracts/events/definition-use';
import type { Fault } from '@ces/contracts/problems';
import { compileExpression } from '../../conditions/compile.js';
import { variablesOf } from '../../runs/plan.js';

export function propertiesUsed(document: NewCampaign, schema: object | null): UsedProperty[] {
  const variables = variablesOf(document, schema);
  const used = expressionsOf(document).flatMap((text) => compileExpression(text, variables).uses);
  const properties = new Map(used.map(({ path, type }) => [path.join('\0'), { path: [...path], type: type.kind }]));
  return [...properties.values()];
}

/** A campaign must not read more than the events service registers. */
export function faultsOfUse(properties: UsedProperty[]): Fault[] {
  if (properties.length <= maxUsedProperties && Buffer.byteLength(JSON.stringify(properties)) <= maxUsedBytes)
    return [];
  return [
    { pointer: '#', code: 'too-large', detail: `reads more than ${maxUsedProperties} properties, or too long ones` },
  ];
}

function expressionsOf({ condition, effects }: NewCampaign): string[] {
  return [condition, ...effects.map(({ value }) => value)].filter(
    (text) => typeof text === 'string' && text !== '',
  ) as string[];
}
