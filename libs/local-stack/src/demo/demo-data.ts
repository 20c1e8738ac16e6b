// Data with which every call of the guides gets an answer at once. They are made through the gateway, as a client would
// make them. Existing data stay, so a second start makes nothing, and a developer's changes remain.
import { REDIRECT_URIS } from '../apps.ts';
import type { Credentials, User } from '../kept-settings.ts';
import { DemoApi } from './demo-api.ts';

export interface Furnishing {
  /** On this machine, unlike `base_url`. */
  gateway: string;
  /** The public address, with which the names of event definitions begin. */
  base_url: string;
  client: Credentials;
  admin: Credentials;
  user: User;
  provider: string;
}

export interface DemoData {
  user_id: string;
  owner_id: string;
  event_name: string;
  card_definition: string;
  /** Card numbers; the first one is Anna's. */
  cards: string[];
  required_optin_id: string;
  newsletter_optin_id: string;
  coupon_id: string;
  stack_id: string;
  campaign_id: string;
  segment_id: string;
  app_id: string;
}

interface Thing {
  id: string;
  name?: unknown;
  title?: string;
  state?: string;
  retired_at?: string | null;
}

const names = {
  event: 'purchase',
  cards: 'Demo card',
  terms: 'Demo terms',
  newsletter: 'Demo newsletter',
  coupon: 'Demo coffee',
  points: 'Demo points',
  campaign: 'Demo: a coffee from 10 euros on',
  segment: 'Demo members',
  app: 'Demo app',
  owner: 'demo-anna',
};

/** `ces apply apps/cli/demo` has the same keys, and finds nothing to do. */
const keys = {
  cards: 'demo-card',
  terms: 'demo-terms',
  newsletter: 'demo-newsletter',
  coupon: 'demo-coffee',
  points: 'demo-points',
  campaign: 'demo-coffee-from-10-euros',
  app: 'demo-app',
};

const cardNumbers = Array.from({ length: 10 }, (_, index) => `60120000${String(index).padStart(2, '0')}`);

export async function makeDemoData({ gateway, ...given }: Furnishing): Promise<DemoData> {
  const [shop, office, anna] = await Promise.all([
    DemoApi.asClient(gateway, given.client),
    DemoApi.asClient(gateway, given.admin),
    DemoApi.asUser(gateway, given.client, given.user, 'profile cards'),
  ]);
  const [rewards, required_optin_id, newsletter_optin_id, segment_id, app_id, user_id] = await Promise.all([
    rewardPurchases(shop, office, given.base_url),
    optin(office, names.terms, 'I accept the terms of the loyalty programme.', true),
    optin(office, names.newsletter, 'You may send me your newsletter.', false),
    segment(shop, given.provider),
    app(office),
    connectAnna(shop, anna, given.provider),
    issueCards(office).then(() => giveCard(anna)),
  ]);
  const fixed = { owner_id: names.owner, event_name: names.event, card_definition: names.cards, cards: cardNumbers };
  return { user_id, ...fixed, required_optin_id, newsletter_optin_id, ...rewards, segment_id, app_id };
}

async function idOf(list: Promise<Thing[]>, fits: (thing: Thing) => boolean, make: () => Promise<Thing>) {
  return ((await list).find(fits) ?? (await make())).id;
}

function search(path: string, name: string): string {
  return `${path}?${new URLSearchParams({ q: name }).toString()}`;
}

async function rewardPurchases(
  shop: DemoApi,
  office: DemoApi,
  base: string,
): Promise<Pick<DemoData, 'coupon_id' | 'stack_id' | 'campaign_id'>> {
  const [coupon_id, stack_id] = await Promise.all([coupon(office), points(office), definePurchase(shop, base)]);
  const path = '/api/1/admin/campaigns';
  const isIt = ({ name, state }: Thing): boolean => name === names.campaign && state !== 'ended';
  const campaign_id = await idOf(office.get(search(path, names.campaign)), isIt, async () => {
    const draft = await office.put<Thing>(`${path}/by-name/${keys.campaign}`, {
      name: names.campaign,
      trigger: { event_name: names.event },
      condition: 'event.amount >= 1000',
      effects: [
        { type: 'claim_coupon', coupon_id },
        { type: 'transaction', stack_id, value: 'event.amount / 100' },
      ],
    });
    return office.post<Thing>(`${path}/${draft.id}:start`);
  });
  return { coupon_id, stack_id, campaign_id };
}

/** The client of the guides defines the event, so that it may change it too. */
async function definePurchase(shop: DemoApi, base: string): Promise<void> {
  const path = `/api/1/terminal/events/${names.event}`;
  if (await shop.isThere(path)) return;
  await shop.put(path, {
    $id: `${base}${path}`,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Purchase',
    type: 'object',
    properties: {
      amount: { type: 'integer', minimum: 1, description: 'in cents' },
      shop: { type: 'string' },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: { product: { type: 'string' }, price: { type: 'integer', minimum: 0 } },
        },
      },
    },
    required: ['amount'],
  });
}

function coupon(office: DemoApi): Promise<string> {
  const path = '/api/1/admin/coupons';
  return idOf(
    office.get(search(path, names.coupon)),
    ({ title }) => title === names.coupon,
    () =>
      office.put(`${path}/by-name/${keys.coupon}`, {
        title: names.coupon,
        description: 'One cup of any size',
        image: { type: 'image', data: { src: 'https://cdn.example.com/coffee.png', alt: 'A cup of coffee' } },
        generate: { count: 1_000, pattern: 'COFFEE-****-****' },
      }),
  );
}

function points(office: DemoApi): Promise<string> {
  const path = '/api/1/admin/stacks';
  const isIt = ({ name }: Thing): boolean => name === names.points;
  return idOf(office.get(search(path, names.points)), isIt, () =>
    office.put(`${path}/by-name/${keys.points}`, { name: names.points }),
  );
}

function optin(office: DemoApi, name: string, description: string, required: boolean): Promise<string> {
  const path = '/api/1/admin/optins';
  const isIt = (thing: Thing): boolean =>
    (thing.name as { en_GB?: string }).en_GB === name && thing.retired_at === null;
  return idOf(office.get(path), isIt, () =>
    office.put(`${path}/by-name/${required ? keys.terms : keys.newsletter}`, {
      name: { en_GB: name },
      description: { en_GB: description },
      purpose: { name: required ? 'contract' : 'marketing', can_be_updated: true, required },
    }),
  );
}

function segment(shop: DemoApi, provider: string): Promise<string> {
  const path = '/api/1/external-segmentation/external-segment';
  const isIt = ({ name }: Thing): boolean => name === names.segment;
  return idOf(shop.get(`${path}/list`), isIt, () => {
    const form = new FormData();
    form.set('title', names.segment);
    form.set('identifier', provider);
    form.set('file', new Blob([`${names.owner}\ndemo-bob\ndemo-carol\n`], { type: 'text/csv' }), 'members.csv');
    return shop.post(path, form);
  });
}

function app(office: DemoApi): Promise<string> {
  const path = '/api/1/admin/clients';
  const isIt = ({ name }: Thing): boolean => name === names.app;
  return idOf(office.get(search(path, names.app)), isIt, () =>
    office.put(`${path}/by-name/${keys.app}`, {
      name: names.app,
      public: true,
      scopes: 'profile cards optins rewards account openid offline_access'.split(' '),
      redirect_uris: REDIRECT_URIS,
      origins: REDIRECT_URIS.map((address) => new URL(address).origin),
    }),
  );
}

/** The segment names Anna by this account at the provider. */
async function connectAnna(shop: DemoApi, anna: DemoApi, provider_name: string): Promise<string> {
  const { user_id } = await anna.get<{ user_id: string }>('/api/1/user/person/me');
  const connection = { provider_name, owner_id: names.owner };
  await shop.unless(409, `/api/1/user/connections/${user_id}`, connection);
  return user_id;
}

async function issueCards(office: DemoApi): Promise<void> {
  const path = '/api/1/admin/card-definitions';
  const isIt = ({ name }: Thing): boolean => name === names.cards;
  const definition = await idOf(office.get(path), isIt, () =>
    office.put(`${path}/by-name/${keys.cards}`, {
      name: names.cards,
      display_groups_of: 4,
      tiers: [{ name: 'Silver' }, { name: 'Gold' }],
    }),
  );
  await office.unless(409, '/api/1/admin/cards', { definition, identifiers: cardNumbers });
}

async function giveCard(anna: DemoApi): Promise<void> {
  const { cards } = await anna.get<{ cards: unknown[] }>('/api/2/card/user');
  if (cards.length === 0) await anna.post('/api/1/card/add', { identifier: cardNumbers[0] });
}
