import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { FormPart } from '../request.ts';
import type { Recipe, Recipes, Visit } from '../visit.ts';

const withEvent: Recipe = async ({ objects }) => ({ params: { event_name: (await objects.events.any()).name } });
const amounts = fc.record({ amount: fc.integer() });

async function ids({ objects, people }: Visit): Promise<{ user_id: string; event_name: string }> {
  const [{ user_id }, { name }] = [await people.users.any(), await objects.events.any()];
  return { user_id, event_name: name };
}

function segmentForm({ api, draw }: Visit): FormPart[] {
  const lines = draw.from(fc.array(fc.uuid(), { minLength: 1, maxLength: 5 }));
  return [
    { name: 'title', value: 'Fuzz' },
    { name: 'identifier', value: api.stack.provider },
    { name: 'file', value: lines.join(draw.oneOf(['\n', '\r\n'])), fileName: 'readers.csv' },
  ];
}

const knownSegment: Recipe = async ({ objects }) => ({ params: { segment_id: (await objects.segments.any()).id } });
const segments = '/api/1/external-segmentation/external-segment';

/** Rows 1, 2 and 28 to 32, and the result of a probe. */
export const eventRecipes: Recipes = {
  'PUT /api/1/probe/result': ({ draw }) => ({
    body: { failed: draw.oneOf([null, 'reward']), steps: [{ step: 'token', ms: draw.from(fc.nat(1_000)) }] },
  }),
  'PUT /api/1/terminal/events/{event_name}': ({ objects }) => {
    const event_name = `fuzz-${randomUUID()}`;
    return { params: { event_name }, body: objects.definition(event_name) };
  },
  'GET /api/1/terminal/events/{event_name}': withEvent,
  'DELETE /api/1/terminal/events/{event_name}': async ({ objects, use }) => ({
    params: { event_name: (await use(objects.events)).name },
  }),
  'GET /api/1/terminal/events/{event_name}/versions': withEvent,
  'GET /api/1/terminal/events': ({ draw }) => ({ query: draw.oneOf([{}, { limit: '3' }]) }),
  'GET /api/1/terminal/{user_id}/events': async (visit) => ({ params: await ids(visit) }),
  'POST /api/1/terminal/{user_id}/events/{event_name}': async (visit) => ({
    params: await ids(visit),
    body: visit.draw.from(amounts),
  }),
  'POST /api/1/terminal/events:batch': async (visit) => {
    const item = await ids(visit);
    return {
      body: visit.draw.from(fc.array(amounts, { minLength: 1, maxLength: 5 })).map((data) => ({ ...item, data })),
    };
  },
  'POST /api/1/terminal/events/{event_name}:validate': async (visit) => ({
    params: await ids(visit),
    body: visit.draw.from(amounts),
  }),
  [`POST ${segments}`]: (visit) => ({ form: segmentForm(visit) }),
  [`GET ${segments}/list`]: ({ draw }) => ({ query: draw.oneOf([{}, { limit: '3' }]) }),
  [`GET ${segments}/{segment_id}`]: knownSegment,
  [`POST ${segments}/{segment_id}`]: async (visit) => ({ ...(await knownSegment(visit)), form: segmentForm(visit) }),
  [`GET ${segments}/{segment_id}/members`]: knownSegment,
  [`DELETE ${segments}/{segment_id}`]: async ({ objects, use }) => ({
    params: { segment_id: (await use(objects.segments)).id },
  }),
};
