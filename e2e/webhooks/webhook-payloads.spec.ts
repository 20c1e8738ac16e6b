import type { IssuedCards } from '@ces/contracts/cards/card-administration';
import type { OptinDefinition } from '@ces/contracts/cards/optins';
import type { Stack } from '@ces/contracts/campaigns/stacks';
import type { Survey } from '@ces/contracts/campaigns/surveys';
import type { Webhook } from '@ces/contracts/webhooks/webhooks';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { begun, register } from '@ces/testing/gateway/registrations';
import { importFile } from '@ces/testing/gateway/segment-forms';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import { randomUUID } from 'node:crypto';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { CampaignWorld } from '../platform/campaign-world.js';

type Schemas = Record<string, AnySchemaObject>;

describe('each payload of a webhook follows its published schema exactly', () => {
  let platform: Platform;
  let world: CampaignWorld;
  let receiver: Receiver;
  let schemas: Schemas;

  beforeAll(async () => {
    platform = await Platform.start({ COUPON_STOCK_SECONDS: '1' }, 1, 'cards', 'segments', 'campaigns', 'webhooks');
    world = new CampaignWorld(platform);
    receiver = await Receiver.start();
    const document = (await platform.api.get('/asyncapi.json')).body as { components: { schemas: Schemas } };
    schemas = document.components.schemas;
  }, 90_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  const subscribe = async (path: string, ...events: string[]): Promise<Webhook> => {
    const answer = await platform.api.post('/api/1/terminal/webhooks', { events, url: `${receiver.url}${path}` });
    expect(answer.status).toBe(201);
    return answer.body as Webhook;
  };

  const reward = async (effects: object[]): Promise<string> => {
    const [user, event] = [await world.newUser(), await world.newEvent()];
    await world.run({ trigger: { event_name: event }, effects });
    await world.judged(user, event);
    return user;
  };

  const book = async () => {
    const stack: Stack = await world.newStack();
    await reward([{ type: 'transaction', stack_id: stack.id, value: 5 }]);
  };

  const triggers: Record<string, () => Promise<unknown>> = {
    'coupon-slip-claimed-event': async () => {
      const coupon = await world.newCoupon();
      await reward([{ type: 'claim_coupon', coupon_id: coupon.id }]);
    },
    'transaction-created': book,
    'survey-answer-submitted': async () => {
      const questions = [{ id: 'like', text: 'Did you like it?', answers: [{ id: 'yes', text: 'Yes' }] }];
      const survey = (await platform.api.post('/api/1/admin/surveys', { title: 'Coffee', questions })).body as Survey;
      const user = await platform.asUser(await reward([{ type: 'ask_survey', survey_id: survey.id }]), 'rewards');
      await user.post(`/api/1/survey/${survey.id}/answers`, { question_id: 'like', answer_id: 'yes' });
    },
    'user-registered': () => register(platform),
    'user-activated': () => register(platform),
    'user-deleted': async () => platform.api.post(`/api/1/user/${await world.newUser()}/delete`),
    'connection-created': () => world.newUser(),
    'optin-changed': async () => {
      const purpose = { name: 'marketing', can_be_updated: true, required: false };
      const texts = { name: { en_GB: 'Newsletter' }, description: { en_GB: 'We may send you our newsletter.' } };
      const { id } = (await platform.api.post('/api/1/admin/optins', { ...texts, purpose })).body as OptinDefinition;
      const { auth_nonce } = await begun(platform);
      const optins = [{ optin_id: id, optin: true }];
      expect((await platform.api.put('/api/1/user/optins/change', { auth_nonce, optins })).status).toBe(200);
    },
    'card-added': async () => {
      const identifiers = [`60${randomUUID().slice(0, 13)}`];
      const issued = await platform.api.post('/api/1/admin/cards', { definition: 'default', identifiers });
      const identifier = (issued.body as IssuedCards).cards[0]?.identifier;
      const { auth_nonce } = await begun(platform);
      expect((await platform.api.post('/api/1/card/add', { auth_nonce, identifier })).status).toBe(200);
    },
    'segment-processed': () => importFile(platform, 'reader-1\nreader-2\n'),
    'coupon-stock-low': async () => {
      const coupon = await world.newCoupon({ codes: ['LAST-1'] });
      await reward([{ type: 'claim_coupon', coupon_id: coupon.id }]);
    },
    'webhook-disabled': async () => {
      receiver.behaviour = ({ path }, response) => response.writeHead(path === '/gone' ? 410 : 204).end();
      await subscribe('/gone', 'transaction-created');
      await book();
    },
  };

  it('the test triggers exactly the events of the published catalogue', () => {
    const alternatives = (schemas['WebhookDelivery']?.['properties'] as { events: { items: { oneOf: unknown[] } } })
      .events.items.oneOf as { $ref: string }[];
    const published = alternatives.map(({ $ref }) => {
      const schema = schemas[$ref.split('/').at(-1) ?? ''] as { properties: { name: { const: string } } };
      return schema.properties.name.const;
    });
    expect(Object.keys(triggers).sort()).toEqual(published.sort());
  });

  it.each(Object.keys(triggers))(
    '%s',
    async (name) => {
      const { id } = await subscribe(`/${name}`, name);
      await triggers[name]?.();
      const delivered = await eventually(() => {
        const [first] = receiver.at(`/${name}`);
        if (!first) throw new Error('no request came');
        return first.body;
      }, 20_000);
      await platform.api.send('DELETE', `/api/1/terminal/webhooks/${id}`);
      expectPublished(delivered, name);
    },
    30_000,
  );

  it('in the tests of all events', async () => {
    receiver.answer(204);
    const { id } = await subscribe('/tested', 'user-deleted');
    for (const event of Object.keys(triggers)) {
      const tested = await platform.api.post(`/api/1/terminal/webhooks/${id}:test`, { event });
      expect(tested).toMatchObject({ status: 200, body: { outcome: 'delivered' } });
      expectPublished(receiver.at('/tested').at(-1)?.body ?? '', event);
    }
  });

  function expectPublished(delivered: string, name: string): void {
    const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'published', components: { schemas: closed(schemas) } });
    const validate = ajv.getSchema('published#/components/schemas/WebhookDelivery');
    const body = JSON.parse(delivered) as { events: { name: string }[] };
    expect(body.events[0]?.name).toBe(name);
    void validate?.(body);
    expect(validate?.errors).toBeNull();
  }
});

/** Schemas that refuse properties which they do not name. */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, closed(each) as unknown] as const);
  const copy = Object.fromEntries(entries) as T & object;
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}
