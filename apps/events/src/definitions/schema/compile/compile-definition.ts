import { getAllRegisteredSchemaUris, registerSchema, unregisterSchema } from '@hyperjump/json-schema/draft-2020-12';
import { type CompiledSchema as Compiled, compile, getSchema } from '@hyperjump/json-schema/experimental';
import { CompiledSchema } from '../validate/compiled-schema.js';
import { MAX_BYTES, tooDeep, tooLarge } from './definition-limits.js';
import { oneAtATime } from './one-at-a-time.js';
import { DataRefused, type Fault, SchemaRefused } from '../faults.js';
import '../validate/interpreter.js';
import { isObject, type Json, type JsonObject, own } from '../json.js';
import { findLoop } from './find-loop.js';
import { DRAFT_2020_12, metaSchemaFaults } from './meta-schema.js';
import { parseExact } from '../numbers.js';
import { prepareDefinition } from './prepare-definition.js';
import { followReferences } from './follow-references.js';

/**
 * Compiles an event definition (row 1). Throws `SchemaRefused` with every fault of the first check that fails. A compiled
 * definition validates exactly by draft 2020-12, retrieves nothing, and takes a bounded time.
 */
export async function compileDefinition(raw: string, expectedId: string): Promise<CompiledSchema> {
  const definition = parse(raw);
  refuseIf(headFaults(definition, expectedId));
  refuseIf([tooLarge(definition) ?? []].flat());
  refuseIf(metaSchemaFaults(definition));
  const { schema, faults } = prepareDefinition(definition);
  refuseIf(faults);
  const compiled = await alone(() => compileRegistered(schema, expectedId));
  return new CompiledSchema(compiled);
}

/** The interpreter has one registry per process: each compilation finds it empty and leaves it empty. */
const alone = oneAtATime();

async function compileRegistered(schema: Json, id: string): Promise<Compiled> {
  const builtIn = new Set(getAllRegisteredSchemaUris());
  try {
    registerSchema(schema as JsonObject);
    const root = await getSchema(id);
    const { pointers, faults } = await followReferences(root);
    refuseIf(faults);
    const compiled = await compile(root);
    const loop = findLoop(compiled);
    if (loop !== undefined) refuseIf([endless(pointers.get(loop) ?? '#')]);
    return pruned(compiled);
  } catch (error) {
    if (error instanceof SchemaRefused) throw error;
    const detail = `The definition cannot be compiled: ${error instanceof Error ? error.message : 'unknown reason'}`;
    throw new SchemaRefused([{ pointer: '#', code: 'schema-not-compilable', detail }], { cause: error });
  } finally {
    for (const uri of getAllRegisteredSchemaUris()) if (!builtIn.has(uri)) unregisterSchema(uri);
  }
}

function parse(raw: string): JsonObject {
  if (Buffer.byteLength(raw) > MAX_BYTES) {
    refuseIf([{ pointer: '#', code: 'schema-too-large', detail: `A definition may have ${MAX_BYTES} bytes.` }]);
  }
  const definition = parseOrRefuse(raw) as Json;
  const deep = tooDeep(definition);
  if (deep !== undefined) refuseIf([deep]);
  if (isObject(definition)) return definition;
  throw new SchemaRefused([{ pointer: '#', code: 'not-an-object', detail: 'A definition is a JSON object.' }]);
}

function parseOrRefuse(raw: string): unknown {
  try {
    return parseExact(raw);
  } catch (error) {
    if (error instanceof DataRefused) throw new SchemaRefused(error.faults);
    if (!(error instanceof SyntaxError)) throw error;
    throw new SchemaRefused([{ pointer: '#', code: 'not-json', detail: 'The definition is not JSON.' }]);
  }
}

function headFaults(definition: JsonObject, expectedId: string): Fault[] {
  const wanted = { $id: expectedId, $schema: DRAFT_2020_12, type: 'object' };
  const codes = { $id: 'id-mismatch', $schema: 'dialect-not-supported', type: 'type-not-object' };
  return (['$id', '$schema', 'type'] as const)
    .filter((keyword) => own(definition, keyword) !== wanted[keyword])
    .map((keyword) => ({ pointer: `#/${keyword}`, code: codes[keyword], detail: `Must be ${wanted[keyword]}.` }));
}

function endless(pointer: string): Fault {
  const detail = 'The schema leads back to itself for the same value, so its validation would never end.';
  return { pointer, code: 'endless-reference', detail };
}

function refuseIf(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new SchemaRefused(faults);
}

const DECIDES_NOTHING = new Set(
  ['definitions', 'maxContains', 'minContains'].map((name) => `https://json-schema.org/keyword/${name}`),
);

/** Drops keywords that only inform or hold schemas to refer to, so that the hot path does not visit them. */
function pruned(compiled: Compiled): Compiled {
  const { ast } = compiled;
  for (const [uri, nodes] of Object.entries(ast)) {
    if (Array.isArray(nodes)) ast[uri] = nodes.filter(([keyword]) => !decidesNothing(keyword));
  }
  return compiled;
}

function decidesNothing(keyword: string): boolean {
  return DECIDES_NOTHING.has(keyword) || keyword.startsWith('https://json-schema.org/keyword/unknown');
}
