import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { newCardNumber, newMember, newOptin, newSurvey } from './objects.ts';
import type { Draft } from '../request.ts';
import type { Shelf } from './shelf.ts';
import type { Recipe, Recipes, Visit } from '../visit.ts';

type Pick<T> = (visit: Visit) => Shelf<T>;
interface Named {
  id: string;
}

/** Paths use the full name for the id of a webhook. */
const named = (id: string) => ({ id, webhook_id: id });

const known =
  (pick: Pick<Named>, body?: () => unknown): Recipe =>
  async (visit) => ({ params: named((await pick(visit).any()).id), ...(body ? { body: body() } : {}) });

const used =
  (pick: Pick<Named>, body?: () => unknown): Recipe =>
  async (visit) => ({ params: named((await visit.use(pick(visit))).id), ...(body ? { body: body() } : {}) });

const knownOfPerson =
  (pick: Pick<Named & { token: string }>, body?: (visit: Visit) => unknown): Recipe =>
  async (visit) =>
    asOwner(await pick(visit).any(), body?.(visit));

const usedOfPerson =
  (pick: Pick<Named & { token: string }>, body?: (visit: Visit) => unknown): Recipe =>
  async (visit) =>
    asOwner(await visit.use(pick(visit)), body?.(visit));

function asOwner({ id, token }: Named & { token: string }, body: unknown): Partial<Draft> {
  return { params: { id, survey_id: id }, token, ...(body === undefined ? {} : { body }) };
}

const asPerson: Recipe = async ({ people }) => ({ token: (await people.persons.any()).token });
const pages: Recipe = ({ draw }) => ({
  query: draw.oneOf([{}, { limit: '1' }, { limit: '500' }, { locale: 'nl_NL' }]),
});

const clients: Pick<Named> = ({ objects }) => objects.clients;
const definitions: Pick<Named> = ({ objects }) => objects.definitions;
const cards: Pick<Named> = ({ objects }) => objects.cards;
const optins: Pick<Named> = ({ objects }) => objects.optins;
const letters: Pick<Named> = ({ objects }) => objects.deadLetters;
const webhooks: Pick<Named> = ({ objects }) => objects.webhooks;
const imports: Pick<Named> = ({ objects }) => objects.imports;
const campaigns: Pick<Named> = ({ objects }) => objects.campaigns;
const coupons: Pick<Named> = ({ objects }) => objects.coupons;
const stacks: Pick<Named> = ({ objects }) => objects.stacks;
const surveys: Pick<Named> = ({ objects }) => objects.surveys;

const newCodes = () => ({ codes: [randomUUID()] });
const newStack = () => ({ name: 'Points' });
const newDefinition = () => ({ name: `d-${randomUUID()}`, users_per_card: 2 });
const newClient = () => ({ name: 'Fuzz', scopes: ['webhooks'] });
const minuteAgo = () => ({ since: new Date(Date.now() - 60_000).toISOString() });

const rotated =
  (steps: readonly string[]): Recipe =>
  async (visit) => {
    const { id } = await visit.use(visit.objects.clients);
    for (const step of steps) await visit.api.call('POST', `/api/1/admin/clients/${id}/${step}`).catch(() => undefined);
    return { params: { id } };
  };

export const objectRecipes: Recipes = {
  'POST /api/1/admin/clients': () => ({ body: newClient() }),
  'GET /api/1/admin/clients/{id}': known(clients),
  'PATCH /api/1/admin/clients/{id}': known(clients, () => ({ name: 'Renamed' })),
  'DELETE /api/1/admin/clients/{id}': used(clients),
  'POST /api/1/admin/clients/{id}/secrets': used(clients),
  'POST /api/1/admin/clients/{id}/secrets:promote': rotated(['secrets']),
  'DELETE /api/1/admin/clients/{id}/secrets/previous': rotated(['secrets', 'secrets:promote']),
  'PUT /api/1/admin/providers/{name}': () => {
    const name = `p-${randomUUID().slice(0, 13)}`;
    return { params: { name }, body: { issuer: `https://${name}.invalid`, client_ids: ['fuzz'] } };
  },
  'GET /api/1/admin/providers/{name}': async ({ objects }) => ({ params: await objects.providers.any() }),
  'DELETE /api/1/admin/providers/{name}': async ({ objects, use }) => ({ params: await use(objects.providers) }),
  'GET /api/1/admin/audit': pages,

  'GET /api/2/card/user': knownOfPerson(({ objects }) => objects.heldCards),
  'POST /api/1/card/add': async ({ people, objects, use }) => {
    const [{ auth_nonce }, { identifier }] = [await use(people.begun), await use(objects.cards)];
    return { body: { auth_nonce, identifier } };
  },
  'GET /api/1/card/{id}/representation.svg': knownOfPerson(({ objects }) => objects.heldCards),
  'GET /api/1/card/{id}/representation.png': knownOfPerson(({ objects }) => objects.heldCards),
  'POST /api/1/card/{id}:feature': knownOfPerson(({ objects }) => objects.heldCards),
  'DELETE /api/1/card/{id}': usedOfPerson(({ objects }) => objects.heldCards),
  'POST /api/1/admin/card-definitions': () => ({ body: newDefinition() }),
  'GET /api/1/admin/card-definitions': pages,
  'GET /api/1/admin/card-definitions/{id}': known(definitions),
  'PUT /api/1/admin/card-definitions/{id}': known(definitions, newDefinition),
  'POST /api/1/admin/cards': async ({ draw, objects }) => {
    const { id } = await objects.definitions.any();
    const numbers = Array.from({ length: draw.from(fc.integer({ min: 1, max: 5 })) }, newCardNumber);
    const file = { name: 'file', value: numbers.join('\n'), fileName: 'cards.csv' };
    const given = { body: { definition: id, identifiers: numbers } };
    return draw.oneOf([given, { form: [{ name: 'definition', value: id }, file] }]);
  },
  'GET /api/1/admin/cards/{id}': known(cards),
  'PATCH /api/1/admin/cards/{id}': known(cards, () => ({ state: 'active' })),
  'POST /api/1/admin/cards/{id}:transfer': used(cards, () => ({ identifier: newCardNumber() })),
  'DELETE /api/1/admin/cards/{id}/users/{user_id}': async ({ objects, use }) => {
    const { id, user_id } = await use(objects.heldCards);
    return { params: { id, user_id } };
  },
  'POST /api/1/admin/users/{user_id}/cards': async ({ objects, people, use }) => ({
    params: { user_id: (await use(people.users)).user_id },
    body: { identifier: (await use(objects.cards)).identifier },
  }),
  'POST /api/1/admin/optins': () => ({ body: newOptin() }),
  'GET /api/1/admin/optins': pages,
  'GET /api/1/admin/optins/{id}': known(optins),
  'PUT /api/1/admin/optins/{id}': known(optins, newOptin),
  'DELETE /api/1/admin/optins/{id}': used(optins),

  'GET /api/1/admin/dead-letters/{id}': known(letters),
  'DELETE /api/1/admin/dead-letters/{id}': used(letters),
  'POST /api/1/admin/dead-letters/{id}:replay': used(letters),

  'POST /api/1/terminal/webhooks': ({ objects }) => ({ body: objects.webhook() }),
  'GET /api/1/terminal/webhooks': pages,
  'GET /api/1/terminal/webhooks/{webhook_id}': known(webhooks),
  'PATCH /api/1/terminal/webhooks/{webhook_id}': known(webhooks, () => ({ events: ['user-deleted', 'card-added'] })),
  'DELETE /api/1/terminal/webhooks/{webhook_id}': used(webhooks),
  'GET /api/1/terminal/webhooks/{webhook_id}/attempts': known(webhooks),
  'GET /api/1/terminal/webhooks/{webhook_id}/secret': known(webhooks),
  'POST /api/1/terminal/webhooks/{webhook_id}/secret:rotate': known(webhooks),
  'GET /api/1/terminal/webhooks/{webhook_id}/set-aside': known(webhooks),
  'POST /api/1/terminal/webhooks/{webhook_id}/set-aside:resend': used(webhooks),
  'POST /api/1/terminal/webhooks/{webhook_id}/batches/{batch}:resend': async (visit) => {
    const { id, batch } = await visit.use(visit.objects.batches);
    return { params: { ...named(id), batch } };
  },
  'POST /api/1/terminal/webhooks/{webhook_id}:test': used(webhooks, () => ({ event: 'user-deleted' })),
  'POST /api/1/terminal/webhooks/{webhook_id}:ping': used(webhooks),
  'POST /api/1/terminal/webhooks/{webhook_id}:enable': known(webhooks),
  'POST /api/1/terminal/webhooks/{webhook_id}:disable': used(webhooks),
  'POST /api/1/terminal/webhooks/{webhook_id}:replay': known(webhooks, minuteAgo),

  'POST /api/1/admin/campaigns': async ({ objects }) => ({ body: await objects.campaign() }),
  'GET /api/1/admin/campaigns': pages,
  'GET /api/1/admin/campaigns/{id}': known(campaigns),
  'PUT /api/1/admin/campaigns/{id}': async ({ objects }) => ({
    params: { id: (await objects.campaigns.any()).id },
    body: await objects.campaign(),
  }),
  'POST /api/1/admin/campaigns/{id}:start': used(campaigns),
  'POST /api/1/admin/campaigns/{id}:pause': used(({ objects }) => objects.runningCampaigns),
  'POST /api/1/admin/campaigns/{id}:end': used(({ objects }) => objects.runningCampaigns),
  'POST /api/1/admin/campaigns/{id}:simulate': async ({ objects, people, draw }) => ({
    params: { id: (await objects.campaigns.any()).id },
    body: {
      user_id: (await people.users.any()).user_id,
      event_name: (await objects.events.any()).name,
      data: { amount: draw.from(fc.integer()) },
    },
  }),
  'POST /api/1/admin/campaigns:validate': async ({ objects }) => ({ body: await objects.campaign() }),
  'POST /api/1/admin/campaigns:audience': () => ({ body: { audience: {} } }),
  'POST /api/1/admin/campaigns:backtest': async ({ objects }) => ({
    body: { campaign: await objects.campaign(), ...minuteAgo() },
  }),
  'GET /api/1/admin/campaigns/backtests/{id}': known(({ objects }) => objects.backtests),
  'POST /api/1/admin/campaigns/{id}:clone': known(campaigns, () => ({})),
  'GET /api/1/admin/campaigns/{id}/versions': known(campaigns),
  'DELETE /api/1/admin/campaigns/{id}': used(campaigns),
  'POST /api/1/admin/coupons': ({ draw }) => ({
    body: { title: 'Coffee', ...draw.oneOf([{}, newCodes(), { generate: { count: 3 } }, { valid_seconds: 60 }]) },
  }),
  'GET /api/1/admin/coupons': pages,
  'GET /api/1/admin/coupons/{id}': known(coupons),
  'POST /api/1/admin/coupons/{id}/codes': known(coupons, newCodes),
  'GET /api/1/admin/coupons/{id}/codes': known(coupons),
  'POST /api/1/admin/coupon-slips/{id}:revoke': async ({ objects, use }) => ({
    params: { id: (await use(objects.slips)).id },
  }),
  'POST /api/1/admin/stacks': () => ({ body: newStack() }),
  'GET /api/1/admin/stacks': pages,
  'GET /api/1/admin/stacks/{id}': known(stacks),
  'PUT /api/1/admin/stacks/{id}': known(stacks, newStack),
  'POST /api/1/admin/users/{user_id}/transactions': async ({ objects, people }) => ({
    params: { user_id: (await people.users.any()).user_id },
    body: { stack_id: (await objects.stacks.any()).id, value: 1, reason: 'Fuzz' },
  }),
  'POST /api/1/admin/surveys': () => ({ body: newSurvey() }),
  'GET /api/1/admin/surveys': pages,
  'GET /api/1/admin/surveys/{id}': known(surveys),
  'GET /api/1/admin/surveys/{id}/results': known(surveys),
  'PUT /api/1/admin/surveys/{id}': known(surveys, newSurvey),
  'POST /api/1/admin/imports': ({ draw }) => ({
    query: draw.oneOf([{}, { dry_run: 'true' }]),
    form: [{ name: 'file', value: newMember(), fileName: 'members.ndjson' }],
  }),
  'GET /api/1/admin/imports/{id}': known(imports),
  'GET /api/1/admin/imports/{id}/faults': known(imports),

  'GET /api/1/coupon/slips': asPerson,
  'PATCH /api/1/coupon/slips/{id}': knownOfPerson(
    ({ objects }) => objects.slips,
    ({ draw }) => ({ isRead: draw.from(fc.boolean()) }),
  ),
  'POST /api/1/coupon/tickets:redeem': async ({ objects, use }) => {
    const { coupon_id, code } = await use(objects.slips);
    return { body: { coupon_id, code } };
  },
  'GET /api/1/stack/balances': asPerson,
  'GET /api/1/stack/transactions': asPerson,
  'GET /api/1/survey': asPerson,
  'GET /api/1/survey/{survey_id}': knownOfPerson(({ objects }) => objects.askedSurveys),
  'POST /api/1/survey/{survey_id}/answers': usedOfPerson(
    ({ objects }) => objects.askedSurveys,
    () => ({ question_id: 'like', answer_id: 'yes' }),
  ),
};
