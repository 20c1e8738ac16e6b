import { randomUUID } from 'node:crypto';
import { newOptin, newSurvey } from './objects.ts';
import type { Recipes, Visit } from '../visit.ts';

type Body = (visit: Visit) => object | Promise<object>;

/** Bodies by kind. Half of the requests name a key that has an object. */
const bodies: Record<string, Body> = {
  'admin/campaigns': ({ objects }) => objects.campaign(),
  'admin/coupons': () => ({ title: 'Coffee', codes: [randomUUID()] }),
  'admin/stacks': () => ({ name: 'Points', blocks: [{ name: randomUUID() }] }),
  'admin/surveys': newSurvey,
  'admin/optins': newOptin,
  'admin/card-definitions': () => ({ name: `d-${randomUUID()}`, users_per_card: 2 }),
  'admin/clients': () => ({ name: 'Fuzz', scopes: ['webhooks'] }),
  'terminal/webhooks': ({ objects }) => ({ ...objects.webhook(), lanes: 2 }),
};

const known = new Map<string, Promise<string>>();

/** The key of an object of this kind, which no request deletes by its id, because none knows it. */
function keyOf(kind: string, visit: Visit): Promise<string> {
  const found = known.get(kind) ?? make(kind, visit);
  known.set(kind, found);
  return found;
}

async function make(kind: string, visit: Visit): Promise<string> {
  const name = newKey();
  await visit.api.call('PUT', `/api/1/${kind}/by-name/${name}`, { body: await bodies[kind]?.(visit) });
  return name;
}

function newKey(): string {
  return `fuzz-${randomUUID()}`;
}

export const byNameRecipes: Recipes = Object.fromEntries(
  Object.entries(bodies).flatMap(([kind, body]) => [
    [`GET /api/1/${kind}/by-name/{name}`, async (visit: Visit) => ({ params: { name: await keyOf(kind, visit) } })],
    [
      `PUT /api/1/${kind}/by-name/{name}`,
      async (visit: Visit) => ({
        params: { name: visit.draw.oneOf([newKey(), await keyOf(kind, visit)]) },
        query: visit.draw.oneOf([{}, { dry_run: 'true' }]),
        body: await body(visit),
      }),
    ],
  ]),
);
