// `npm run fuzz` sends good, mutated, random and raw requests to every operation of docs/openapi.json below /api/, on a
// private stack. `--requests=N` sets their number, `--seed=S` draws those of an earlier run again, and
// `--operation=TEXT` keeps operations whose method and path contain the text.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Stack } from '../../libs/local-stack/src/stack.ts';
import { withPrivateStack } from '../bench/private-stack.ts';
import { disturbed, mutated, randomDraft } from './disturb.ts';
import { Draw } from './draw.ts';
import { byNameRecipes } from './recipes/by-name-recipes.ts';
import { eventRecipes } from './recipes/event-recipes.ts';
import { faultOf } from './check-answer.ts';
import { objectRecipes } from './recipes/object-recipes.ts';
import { withoutRecipe } from './recipes/without-recipe.ts';
import { Objects } from './recipes/objects.ts';
import { OpenApi, type Operation } from './operations.ts';
import { People } from './recipes/people.ts';
import { operationRecipes } from './recipes/operation-recipes.ts';
import { peopleRecipes } from './recipes/people-recipes.ts';
import { together } from './recipes/together.ts';
import { workRecipes } from './recipes/work-recipes.ts';
import { toRequest, type Draft, type FuzzRequest } from './request.ts';
import { Sender } from './send.ts';
import { Tally } from './tally.ts';
import type { Visit } from './visit.ts';
import { WorldApi } from './world-api.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    operation: { type: 'string', default: '' },
  },
});
const requests = Number(values.requests);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed);
if (!Number.isSafeInteger(requests) || requests < 1) throw new Error('--requests takes a whole number');
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');

const workers = 8;
/** Each operation must be answered 2xx at least in this share of its requests. */
const leastGood = 0.13;
/** Within a minute after the last mail these answer 429. No request here comes later. */
const tooEarlyHere = new Set(['POST /api/1/user/activator/renew', 'POST /api/1/user/password/renew']);
const longestMs = 60 * 60_000;

const recipes = together(eventRecipes, peopleRecipes, objectRecipes, operationRecipes, byNameRecipes, workRecipes);
const giveUp = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    giveUp.abort(); // main() stops its servers before it ends
  });
}
setTimeout(() => {
  giveUp.abort();
}, longestMs).unref();

await main();

async function main(): Promise<void> {
  console.log(`seed ${seed}, ${requests} requests`);
  const settings = { LOG_LEVEL: 'warn', WEBHOOKS_PER_CLIENT: '100000', RATE_LIMIT: 'off' };
  try {
    process.exitCode = (await withPrivateStack(settings, giveUp.signal, fuzz)) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exitCode = giveUp.signal.aborted ? 130 : 1;
  }
}

async function fuzz(stack: Stack): Promise<boolean> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const api = new WorldApi(stack.describe());
  const people = new People(api);
  const objects = new Objects(api, people, databaseOf(stack, 'webhooks'), address);
  const sender = new Sender(Number(new URL(stack.describe().base_url).port));
  try {
    return await run({ api, people, objects }, sender);
  } finally {
    sender.close();
    receiver.closeAllConnections();
    receiver.close();
    await objects.close();
  }
}

async function run(world: Omit<Visit, 'draw' | 'use'>, sender: Sender): Promise<boolean> {
  const began = performance.now();
  const document = new OpenApi();
  const operations = document.operations.filter(
    ({ key, path }) => path.startsWith('/api/') && key.includes(values.operation),
  );
  const tally = new Tally(operations);
  const unready = new Map<string, string>();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < requests && !giveUp.signal.aborted; index = next++) {
      const operation = operations[index % operations.length];
      if (!operation) return;
      const draw = new Draw(seed + index);
      try {
        const { request, kind } = await prepare(document, operation, world, draw);
        const answer = await sender.send(request);
        const meant = document.matching(request.method, request.target);
        const own = meant.includes(operation) ? operation.key : (meant[0]?.key ?? 'no operation');
        tally.count(own, answer.status);
        const fault = faultOf(document, request, answer);
        if (fault !== undefined) tally.fault(own, fault, kind, request, answer);
      } catch (error) {
        unready.set(operation.key, error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  console.log(`${requests} requests took ${Math.round((performance.now() - began) / 1_000)} s`);
  return report(operations, tally, unready);
}

interface DrawnRequest {
  request: FuzzRequest;
  kind: string;
}

async function prepare(
  document: OpenApi,
  operation: Operation,
  world: Omit<Visit, 'draw' | 'use'>,
  draw: Draw,
): Promise<DrawnRequest> {
  const { method, path } = operation;
  const chance = draw.chance();
  const kind = chance < 0.35 ? 'valid' : chance < 0.7 ? 'mutated' : chance < 0.85 ? 'random' : 'raw';
  const token = await world.api.token();
  if (kind === 'random')
    return { kind, request: toRequest(method, path, randomDraft(document, operation, token, draw)) };
  const use: Visit['use'] = (shelf) => (kind === 'valid' ? shelf.fresh() : shelf.spent());
  const drawn = await recipes[operation.key]?.({ ...world, draw, use });
  const draft: Draft = { params: {}, query: {}, token, ...drawn };
  if (kind === 'mutated') return { kind, request: toRequest(method, path, mutated(document, operation, draft, draw)) };
  const request = toRequest(method, path, draft);
  if (kind === 'raw') return { kind, request: disturbed(request, draw) };
  if (method === 'POST' && draw.chance() < 0.3) request.headers['Idempotency-Key'] = randomUUID();
  return { kind, request };
}

function report(operations: Operation[], tally: Tally, unready: ReadonlyMap<string, string>): boolean {
  const least = Math.floor((leastGood * requests) / operations.length);
  const seldom = tally.seldom(
    operations.filter(({ key }) => !tooEarlyHere.has(key) && !withoutRecipe.has(key)),
    least,
  );
  console.log(tally.table());
  if (!tally.sound) console.log(`\nFaults:\n${tally.faults()}`);
  if (unready.size > 0)
    console.log(`\nNot prepared:\n${[...unready].map(([key, why]) => `${key}: ${why}`).join('\n')}`);
  if (seldom.length > 0) console.log(`\nToo few 2xx answers (each operation needs ${least}):\n${seldom.join('\n')}`);
  const good = tally.sound && unready.size === 0 && seldom.length === 0 && !giveUp.signal.aborted;
  console.log(`\n${good ? 'passed' : 'FAILED'}, seed ${seed}`);
  return good;
}

function databaseOf(stack: Stack, name: string): string {
  const url = new URL(stack.privateUrls.postgres);
  url.pathname = `/${name}`;
  return url.href;
}
