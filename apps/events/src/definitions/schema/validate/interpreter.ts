import { removeUriSchemePlugin } from '@hyperjump/browser';
import { setShouldValidateSchema } from '@hyperjump/json-schema/draft-2020-12';
import {
  addKeyword,
  type EvaluationPlugin,
  getKeyword,
  type Keyword,
  type ValidationContext,
} from '@hyperjump/json-schema/experimental';
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental';
import { enter, leave, spend } from '../budget.js';
import { ownKeywords } from './keywords.js';

/**
 * Sets `@hyperjump/json-schema` up for definitions from outside: it cannot retrieve anything, and every keyword pays for
 * its work. This changes the library for the whole process, which uses it for nothing else.
 */
for (const scheme of ['http', 'https', 'file']) removeUriSchemePlugin(scheme);
// Its own check of schemas has no budget; ajv has applied the meta-schema before.
setShouldValidateSchema(false);

const UNITS_PER_KEYWORD = 10;
const UNITS_PER_PLUGIN = 50;

/** Keywords whose work grows with the members of the instance, beyond the schemas they apply. */
const overMembers = [
  ...['additionalProperties', 'contains', 'dependentRequired', 'items', 'maxProperties', 'minProperties'],
  ...['patternProperties', 'prefixItems', 'properties', 'propertyNames', 'required', 'unevaluatedItems'],
  ...['unevaluatedProperties'],
];
const overItself = [
  ...['allOf', 'anyOf', 'const', 'dependentSchemas', 'draft-2020-12/dynamicRef', 'else', 'enum', 'exclusiveMaximum'],
  ...['exclusiveMinimum', 'if', 'maxItems', 'maxLength', 'maximum', 'minItems', 'minLength', 'minimum'],
  ...['multipleOf', 'not', 'oneOf', 'pattern', 'ref', 'then', 'type', 'uniqueItems'],
];

for (const keyword of ownKeywords) addKeyword(keyword);
for (const name of overMembers) addKeyword(paying(named(name), (instance) => instance.children.length));
for (const name of overItself) addKeyword(paying(named(name), () => 0));

function named(name: string): Keyword<unknown> {
  return getKeyword(`https://json-schema.org/keyword/${name}`);
}

function paying(keyword: Keyword<unknown>, members: (instance: JsonNode) => number): Keyword<unknown> {
  return {
    ...keyword,
    interpret(compiled, instance, context) {
      spend(UNITS_PER_KEYWORD + members(instance) + (Array.isArray(compiled) ? compiled.length : 0));
      enter();
      const isValid = keyword.interpret(compiled, instance, context);
      leave();
      return isValid;
    },
    ...(keyword.plugin && { plugin: payingPlugin(keyword.plugin) }),
  };
}

/** The interpreter copies the evaluated members from schema to schema. */
interface Evaluated extends ValidationContext {
  schemaEvaluatedItems?: ReadonlySet<unknown>;
  schemaEvaluatedProperties?: ReadonlySet<unknown>;
}

function payingPlugin(plugin: EvaluationPlugin<Evaluated>): EvaluationPlugin<Evaluated> {
  return {
    ...plugin,
    beforeSchema(url, instance, context) {
      spend(UNITS_PER_PLUGIN);
      plugin.beforeSchema?.(url, instance, context);
    },
    afterSchema(url, instance, context, valid) {
      spend(5 * ((context.schemaEvaluatedItems?.size ?? 0) + (context.schemaEvaluatedProperties?.size ?? 0)));
      plugin.afterSchema?.(url, instance, context, valid);
    },
  };
}
