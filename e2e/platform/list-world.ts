import type { OptinDefinition } from '@ces/contracts/cards/optins';
import type { Survey } from '@ces/contracts/campaigns/surveys';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import { newId } from '@ces/messaging/storage/ids';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import type { Platform } from './platform.js';
import { beginRegistration } from '@ces/testing/gateway/registrations';
import { eventually } from '@ces/testing/eventually';
import { connect, connectAlso, importAndProcess } from '@ces/testing/gateway/segment-forms';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { CampaignWorld } from './campaign-world.js';

/** `api` may read the list. `orderedBy` is the member of an item that shows its age. */
export interface List {
  route: string;
  path: string;
  api: ApiClient;
  /** Null if the items do not show their age. */
  orderedBy: string | null;
}

const three = [1, 2, 3];

export async function everyList(platform: Platform): Promise<List[]> {
  const { api } = platform;
  const world = new CampaignWorld(platform);
  const registrant = await beginRegistration(platform);
  const segment = await segmentOfThree(platform);
  const user = await userOfManyThings(platform, world);
  const { delivered, refusing } = await twoWebhooks(platform, () => user.act());
  await administration(platform);
  await importWithFaults(platform);
  const rewards = await platform.asUser(user.id, 'rewards');
  const admin = (name: string, orderedBy: string): List =>
    listOf(`/api/1/admin/${name}`, `/api/1/admin/${name}`, api, orderedBy);
  const segments = '/api/1/external-segmentation/external-segment';
  const definition = '/api/1/terminal/events/{event_name}';
  const optins = '/api/1/user/optins';
  const search = `username=${encodeURIComponent(registrant.username)}&provider_name=acme&owner_id=${user.owner}`;
  return [
    listOf('/api/1/terminal/events', '/api/1/terminal/events', api, 'created'),
    listOf(`${definition}/versions`, `/api/1/terminal/events/${user.event}/versions`, api, 'created'),
    listOf('/api/1/terminal/{user_id}/events', `/api/1/terminal/${user.id}/events`, api, 'received_at'),
    listOf('/api/1/user/connections/{user_id}', `/api/1/user/connections/${user.id}`, api),
    admin('clients', 'created'),
    admin('providers', 'created'),
    listOf('/api/1/admin/users', `/api/1/admin/users?${search}`, api, 'created'),
    admin('imports', 'id'),
    listOf('/api/1/admin/imports/{id}/faults', `/api/1/admin/imports/${await importWithFaults(platform)}/faults`, api),
    admin('audit', 'id'),
    listOf('/api/1/admin/mail-texts', '/api/1/admin/mail-texts', api),
    admin('card-definitions', 'created'),
    admin('optins', 'created'),
    admin('dead-letters', 'id'),
    admin('campaigns', 'created'),
    admin('coupons', 'created'),
    admin('stacks', 'created'),
    admin('surveys', 'created'),
    admin('operators', 'created'),
    listOf('/api/1/admin/campaigns/{id}/versions', `/api/1/admin/campaigns/${user.campaign}/versions`, api, 'created'),
    listOf('/api/1/admin/coupons/{id}/codes', `/api/1/admin/coupons/${user.coupon}/codes`, api),
    listOf('/api/1/admin/users/{user_id}/timeline', `/api/1/admin/users/${user.id}/timeline`, api, 'at'),
    listOf(optins, `${optins}?auth_nonce=${registrant.nonce}`, api, 'id'), // row 16
    listOf(optins, optins, await platform.asUser(user.id, 'optins'), 'id'), // row 24
    listOf(`${segments}/list`, `${segments}/list`, api, 'id'), // row 29
    listOf(`${segments}/{segment_id}/members`, `${segments}/${segment}/members`, api),
    listOf('/api/1/terminal/webhooks', '/api/1/terminal/webhooks', api, 'id'), // row 34
    listOf(
      '/api/1/terminal/webhooks/{webhook_id}/attempts',
      `/api/1/terminal/webhooks/${delivered}/attempts`,
      api,
      'started_at',
    ),
    listOf(
      '/api/1/terminal/webhooks/{webhook_id}/set-aside',
      `/api/1/terminal/webhooks/${refusing}/set-aside`,
      api,
      'at',
    ),
    listOf('/api/1/coupon/slips', '/api/1/coupon/slips', rewards, 'id'),
    listOf('/api/1/stack/balances', '/api/1/stack/balances', rewards, 'stack_id'),
    listOf('/api/1/stack/transactions', '/api/1/stack/transactions', rewards, 'created'),
    listOf('/api/1/survey', '/api/1/survey', rewards, 'asked_at'),
  ];
}

function listOf(route: string, path: string, api: ApiClient, orderedBy: string | null = null): List {
  return { route, path, api, orderedBy };
}

async function importWithFaults({ api }: Platform): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob(['no\nJSON\nhere\n']), 'members.ndjson');
  const { id } = (await api.send('POST', '/api/1/admin/imports', { body: form })).body as { id: string };
  return eventually(async () => {
    const found = (await api.get(`/api/1/admin/imports/${id}`)).body as { state: string };
    if (found.state !== 'finished') throw new Error(found.state);
    return id;
  }, 20_000);
}

/** `act` gives the user events, slips, balances, transactions and surveys. */
async function userOfManyThings(platform: Platform, world: CampaignWorld) {
  const owner = randomUUID();
  const id = await connect(platform, owner);
  for (const more of three) await connectAlso(platform, id, `${owner}-${more}`);
  await world.newEvent();
  const event = await world.newEvent();
  for (const maximum of three) await world.define(event, { amount: { type: 'integer', maximum } });
  const coupon = await world.newCoupon();
  const effects: object[] = [{ type: 'claim_coupon', coupon_id: coupon.id }];
  const asking: string[] = [];
  for (const value of three) {
    effects.push({ type: 'transaction', stack_id: (await world.newStack()).id, value });
    asking.push(await newAskedSurvey(world, `Survey ${value}`));
  }
  const campaign = await world.run({ trigger: { event_name: event }, effects });
  const changed = { name: 'Changed', trigger: { event_name: event }, effects };
  await platform.api.put(`/api/1/admin/campaigns/${campaign.id}`, changed);
  await world.draft({ trigger: { event_name: event }, effects });
  await world.newCoupon();
  const act = async () => {
    for (const amount of three) await world.judged(id, event, { amount });
    // The surveys are asked at different times, in another order than they were made.
    for (const each of [...asking.slice(1), ...asking.slice(0, 1)]) await world.judged(id, each);
  };
  return { id, owner, event, campaign: campaign.id, coupon: coupon.id, act };
}

async function newAskedSurvey(world: CampaignWorld, title: string): Promise<string> {
  const wanted = { title, questions: [{ text: 'Good?', answers: [{ text: 'Yes' }] }] };
  const survey = (await world.platform.api.post('/api/1/admin/surveys', wanted)).body as Survey;
  const event = await world.newEvent();
  await world.run({ trigger: { event_name: event }, effects: [{ type: 'ask_survey', survey_id: survey.id }] });
  return event;
}

async function segmentOfThree(platform: Platform): Promise<string> {
  const owners = three.map(() => randomUUID());
  for (const owner of owners) await connect(platform, owner);
  await importAndProcess(platform, 'a\n');
  return (await importAndProcess(platform, owners.join('\n'))).id;
}

/** Both webhooks get the facts of `meanwhile` in several attempts. The receiver of the second refuses each event. */
async function twoWebhooks(platform: Platform, meanwhile: () => Promise<void>) {
  const path = '/api/1/terminal/webhooks';
  const receiver = createServer(({ url }, response) => response.writeHead(url === '/refuse' ? 413 : 200).end());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const register = async (place: string): Promise<string> => {
    const wanted = { events: ['transaction-created'], url: `http://127.0.0.1:${port}/${place}` };
    return ((await platform.api.post(path, wanted)).body as Webhook).id;
  };
  const [delivered, refusing] = [await register('hook'), await register('refuse')];
  await meanwhile();
  await eventually(async () => {
    for (const list of [`${delivered}/attempts`, `${refusing}/set-aside`]) {
      const items = (await platform.api.get(`${path}/${list}`)).body as object[];
      if (items.length < 2) throw new Error(`${list} has ${items.length} items`);
    }
  }, 20_000);
  for (const id of [delivered, refusing]) await platform.api.post(`${path}/${id}:disable`);
  receiver.close();
  return { delivered, refusing };
}

async function administration(platform: Platform): Promise<void> {
  const { api } = platform;
  for (const each of three) {
    await api.post('/api/1/admin/clients', { name: `Client ${each}`, scopes: ['users:read'] });
    await api.put(`/api/1/admin/providers/p${each}`, { issuer: 'https://login.example', client_ids: ['shop'] });
    await api.post('/api/1/admin/card-definitions', { name: `Cards ${each}` });
    const operator = { name: `Operator ${each}`, email: `${randomUUID()}@example.com`, role: 'auditor' };
    await api.post('/api/1/admin/operators', operator);
    const name = { en_GB: `Opt-in ${each}` };
    const purpose = { name: 'marketing', can_be_updated: true, required: false };
    const optin = await api.post('/api/1/admin/optins', { name, description: name, purpose });
    if (!(optin.body as OptinDefinition).id) throw new Error(optin.text);
    const service = each === 2 ? platform.cards : platform.services.events;
    await service.get(DataSource).query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, 'consumer', 'subject', $1, '{}', 'broken', 8)`,
      [newId()],
    );
  }
}
