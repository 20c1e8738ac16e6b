import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { compileDefinition } from '../compile/compile-definition.js';
import { SchemaRefused } from '../faults.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { parseExact } from '../numbers.js';

// The folder of the official JSON-Schema-Test-Suite, which is not in this repository. A folder that is named must hold the
// required files for draft 2020-12.
const SUITE = process.env['JSON_SCHEMA_TEST_SUITE'] ?? '';
const REMOTES_PORT = 1234;

interface Case {
  description: string;
  schema: Json;
  tests: { description: string; data: Json; valid: boolean }[];
}

interface Outcome {
  right: number;
  refused: number;
  wrong: string[];
}

/** The case as an event definition whose property `v` it describes. */
function definitionOf({ schema }: Case, name: string, id: string): JsonObject {
  const head = { $id: id, $schema: 'https://json-schema.org/draft/2020-12/schema', title: name, type: 'object' };
  if (!isObject(schema)) return { ...head, required: ['v'], properties: { v: schema } };
  const caseId = schema['$id'] ?? `urn:jsts:${name}`;
  return { ...head, required: ['v'], $defs: { case: { ...schema, $id: caseId } }, properties: { v: { $ref: caseId } } };
}

async function drive(testCase: Case, name: string, outcome: Outcome): Promise<void> {
  const id = `http://localhost:3000/api/1/terminal/events/${name}`;
  try {
    const schema = await compileDefinition(JSON.stringify(definitionOf(testCase, name, id)), id);
    for (const { description, data, valid } of testCase.tests) {
      const faults = schema.validate(parseExact(JSON.stringify({ v: data })));
      if ((faults.length === 0) === valid) outcome.right += 1;
      else outcome.wrong.push(`${name}: ${testCase.description}: ${description}`);
    }
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    outcome.refused += testCase.tests.length;
    expect(JSON.stringify(testCase.schema)).toContain(`localhost:${REMOTES_PORT}`);
  }
}

/** Another process may have the port: then the suite cannot run here. */
function listen(onConnection: () => void): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      onConnection();
      socket.destroy();
    });
    server.once('error', () => {
      console.warn(`Port ${REMOTES_PORT} is taken, so requests to it are not noticed.`);
      resolve(undefined);
    });
    server.listen(REMOTES_PORT, () => {
      resolve(server);
    });
  });
}

const [run, condition] =
  SUITE === '' ? [it.skip, ' (skipped: JSON_SCHEMA_TEST_SUITE does not name the folder of the suite)'] : [it, ''];

describe('the official JSON-Schema-Test-Suite for draft 2020-12', () => {
  run(`gets 1,250 right results and 49 refusals, none wrong, and requests nothing${condition}`, async () => {
    const folder = join(SUITE, 'tests/draft2020-12');
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    let connections = 0;
    const server = await listen(() => (connections += 1));
    const outcome: Outcome = { right: 0, refused: 0, wrong: [] };
    for (const file of files) {
      // parseExact refuses numbers that would change when they are written as JSON again.
      const cases = parseExact(readFileSync(join(folder, file), 'utf8')) as Case[];
      for (const [index, testCase] of cases.entries()) {
        await drive(testCase, `jsts-${basename(file, '.json')}-${index}`, outcome);
      }
    }
    server?.close();
    expect(outcome).toEqual({ right: 1_250, refused: 49, wrong: [] });
    expect(connections).toBe(0);
  });
});
