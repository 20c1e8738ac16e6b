import { randomUUID } from 'node:crypto';
import { locales } from '../../../libs/contracts/src/locale.ts';
import type { Recipe, Recipes } from '../visit.ts';

const newOperator = () => ({ name: 'Fuzz', email: `${randomUUID()}@example.com`, role: 'auditor' });
const byHour: Recipe = ({ draw }) => ({
  query: draw.oneOf([{}, { bucket: 'hour' }, { since: '2026-01-01T00:00:00Z' }]),
});
const words = { subject: 'Fuzz', greeting: 'Hello', lines: ['One', 'Two'], ending: [] };
const mail = ({ draw }: Parameters<Recipe>[0]) => ({ kind: 'webhook-disabled', language: draw.oneOf([...locales]) });

const known: Recipe = async ({ objects }) => ({ params: { id: (await objects.operators.any()).id } });
const used: Recipe = async ({ objects, use }) => ({ params: { id: (await use(objects.operators)).id } });

/** The routes of the console's screens Home, Settings, Webhooks and Operations. */
export const operationRecipes: Recipes = {
  'GET /api/1/terminal/events:stats': byHour,
  'GET /api/1/admin/campaigns:stats': byHour,
  'GET /api/1/terminal/webhooks:stats': byHour,
  'GET /api/1/terminal/events/{event_name}/stats': async (visit) => ({
    ...(await byHour(visit)),
    params: { event_name: (await visit.objects.events.any()).name },
  }),
  'GET /api/1/admin/campaigns/{id}/stats': async (visit) => ({
    ...(await byHour(visit)),
    params: { id: (await visit.objects.campaigns.any()).id },
  }),
  'GET /api/1/terminal/webhooks/{webhook_id}/stats': async (visit) => ({
    ...(await byHour(visit)),
    params: { webhook_id: (await visit.objects.webhooks.any()).id },
  }),

  'POST /api/1/admin/operators': () => ({ body: newOperator() }),
  'GET /api/1/admin/operators/{id}': known,
  'PATCH /api/1/admin/operators/{id}': async (visit) => ({ ...(await known(visit)), body: { name: 'Renamed' } }),
  'DELETE /api/1/admin/operators/{id}': used,
  'DELETE /api/1/admin/operators/{id}/factors': known,
  'POST /api/1/admin/operators/{id}:invite': known,

  'GET /api/1/admin/mail-texts/{kind}/{language}': (visit) => ({ params: mail(visit) }),
  'PUT /api/1/admin/mail-texts/{kind}/{language}': (visit) => ({ params: mail(visit), body: words }),
  'DELETE /api/1/admin/mail-texts/{kind}/{language}': (visit) => ({ params: mail(visit) }),
  'POST /api/1/admin/mail-texts/{kind}/{language}:preview': (visit) => ({
    params: mail(visit),
    body: visit.draw.oneOf([words, { subject: 'Fuzz' }, {}]),
  }),

  // A subject that no letter has: a replay of all would empty the shelf of letters.
  'POST /api/1/admin/dead-letters:replay': () => ({ body: { service: 'cards', subject: `cards.${randomUUID()}` } }),
  'GET /api/1/admin/jobs/{id}': async ({ objects }) => ({ params: { id: (await objects.jobs.any()).id } }),
  'POST /api/1/admin/reconciliations': ({ draw }) => ({ body: draw.oneOf([{}, { repair: true }]) }),
  'GET /api/1/admin/reconciliations/{id}': async ({ objects }) => ({
    params: { id: (await objects.reconciliations.any()).id },
  }),

  'POST /api/1/terminal/portal-sessions': async ({ objects }) => ({
    body: { webhook_ids: [(await objects.webhooks.any()).id], ttl: 60 },
  }),
};
