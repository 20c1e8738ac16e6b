import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import type { ClientWithSecret, NewSecret } from '@ces/contracts/identity/clients';
import type { WebhookAttempt } from '@ces/contracts/webhooks/webhooks';
import type { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { createHmac } from 'node:crypto';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { Platform } from '../platform/platform.js';

const base = '/api/1/terminal/webhooks';

describe('the operation of a webhook over HTTP', () => {
  let platform: Platform;
  let receiver: Receiver;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'webhooks');
    receiver = await Receiver.start();
  }, 60_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  const register = async (api: ApiClient, path: string): Promise<string> => {
    const answer = await api.post(base, { events: ['transaction-created'], url: `${receiver.url}${path}` });
    expect(answer.status).toBe(201);
    return (answer.body as { id: string }).id;
  };
  const transaction = (id: string) => {
    const payload = { id, stack_id: 'points', block_id: 'base', user_id: 'u'.repeat(25), value: 7 };
    return tellFacts(platform.messaging.nats, transactionCreated, [payload]);
  };

  it('sends a ping once per idempotency key', async () => {
    const id = await register(platform.api, '/ping');
    const ping = () => platform.api.post(`${base}/${id}:ping`, undefined, { 'Idempotency-Key': 'ping' });
    const first = await ping();
    expect(first).toMatchObject({ status: 200, body: { outcome: 'delivered', answer: { status: 204 } } });
    const again = await ping();
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(receiver.at('/ping')).toHaveLength(1);
  });

  it('refuses a second ping of the same webhook with 429 and Retry-After', async () => {
    const id = await register(platform.api, '/busy');
    const hold = receiver.hold('/busy');
    const first = platform.api.post(`${base}/${id}:ping`);
    await eventually(() => {
      expect(hold.paths).toHaveLength(1);
    });
    const refused = await platform.api.post(`${base}/${id}:ping`);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    hold.letGo();
    expect((await first).status).toBe(200);
  });

  it('lists attempts in pages', async () => {
    const id = await register(platform.api, '/pages');
    const attempts = async (path: string) => {
      const answer = await platform.api.get(path);
      expect(answer.status).toBe(200);
      return { items: answer.body as WebhookAttempt[], link: answer.headers.get('link') ?? '' };
    };
    for (const [index, event] of ['first', 'second'].entries()) {
      await transaction(event);
      await eventually(async () => {
        expect((await attempts(`${base}/${id}/attempts`)).items).toHaveLength(index + 1);
      });
    }
    const all = await attempts(`${base}/${id}/attempts`);
    const page = await attempts(`${base}/${id}/attempts?limit=1`);
    expect(page.items).toEqual(all.items.slice(0, 1));
    const next = new URL(/<([^>]+)>; rel="next"/.exec(page.link)?.[1] ?? '');
    expect((await attempts(next.pathname + next.search)).items).toEqual(all.items.slice(1));
  });

  it('signs with the secrets that identity has, soon after they change', async () => {
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Rotating', scopes: ['webhooks'] });
    const client = made.body as ClientWithSecret;
    await register(await platform.api.as(client), '/rotated');
    const secrets = `/api/1/admin/clients/${client.id}/secrets`;
    let sent = 0;
    const signedBy = async (secret: string) => {
      await transaction(`rotated-${(sent += 1)}`);
      const last = await eventually(() => {
        const found = receiver.at('/rotated')[sent - 1];
        if (!found) throw new Error('no request came');
        return found;
      });
      expect(last.headers['x-service-signature']).toBe(createHmac('sha256', secret).update(last.body).digest('hex'));
    };
    await signedBy(client.secret);
    const added = (await platform.api.post(secrets)).body as NewSecret;
    await platform.api.post(`${secrets}:promote`);
    await eventually(() => signedBy(added.secret), 8_000, 500);
    await platform.api.send('DELETE', `${secrets}/previous`);
    await signedBy(added.secret);
  }, 40_000);
});
