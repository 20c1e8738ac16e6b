import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import type { ClientWithSecret, NewSecret } from '@ces/contracts/identity/client-secrets';
import type { AuditEntry } from '@ces/contracts/identity/audit';
import type { SetAsideEvent } from '@ces/contracts/webhooks/extra-requests';
import type { WebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import type { WebhookAttempt } from '@ces/contracts/webhooks/webhook-attempts';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { createHmac, randomUUID } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { Platform } from '../platform/platform.js';

const base = '/api/1/terminal/webhooks';

describe('the operation of a webhook over HTTP', () => {
  let platform: Platform;
  let receiver: Receiver;

  beforeAll(async () => {
    platform = await Platform.shared();
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  const register = async (api: ApiClient, path: string): Promise<string> => {
    const answer = await api.post(base, { events: ['transaction-created'], url: `${receiver.url}${path}` });
    expect(answer.status).toBe(201);
    return (answer.body as { id: string }).id;
  };
  const pointer = ({ status, body }: ApiAnswer) => [
    status,
    (body as { errors?: { pointer: string }[] }).errors?.[0]?.pointer,
  ];
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

  it('keeps headers named like members of every object, sends them, and shows them', async () => {
    const given = '{"__proto__":"a","constructor":"b","hasOwnProperty":"c","toString":"d"}';
    const target = `"events":["transaction-created"],"url":"${receiver.url}/inherited"`;
    const made = await platform.api.post(base, `{${target},"headers":${given}}`);
    expect(made.text).toContain(`"headers":${given}`);
    const path = `${base}/${(made.body as { id: string }).id}`;
    const changed = await platform.api.send('PATCH', path, { body: `{"headers":${given}}` });
    expect(changed.text).toContain(`"headers":${given}`);
    expect((await platform.api.get(path)).text).toContain(`"headers":${given}`);
    const ping = await platform.api.post(`${path}:ping`);
    expect(ping).toMatchObject({ status: 200, body: { outcome: 'delivered' } });
    expect(ping.text).toContain('"constructor":"[not kept]"');
    const [{ rawHeaders } = { rawHeaders: [] }] = receiver.at('/inherited');
    expect(rawHeaders).toEqual(expect.arrayContaining(['__proto__', 'a', 'constructor', 'b', 'toString', 'd']));
    const put = (headers: string) =>
      platform.api.send('PUT', `${base}/by-name/inherited`, { body: `{${target},"headers":${headers}}` });
    for (const [headers, status] of [
      ['{}', 'created'],
      [given, 'updated'],
      [given, 'unchanged'],
    ] as const)
      expect((await put(headers)).body).toMatchObject({ status });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('shows and rotates the secret, which verifies deliveries, and audits the rotation', async () => {
    const id = await register(platform.api, '/secret');
    const shown = await platform.api.get(`${base}/${id}/secret`);
    const { secret } = shown.body as WebhookSecret;
    expect(shown).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) as string } });
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const rotated = await platform.api.post(`${base}/${id}/secret:rotate`);
    expect(rotated).toMatchObject({ status: 200, body: { secret: expect.stringMatching(/^whsec_/) as string } });
    expect((await platform.api.get(`${base}/${id}/secret`)).body).toEqual(rotated.body);
    await platform.api.post(`${base}/${id}:ping`);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.at('/secret');
    for (const each of [secret, (rotated.body as WebhookSecret).secret])
      expect(new Verifier(each).verify(body, headers as Record<string, string>)).toEqual({ events: [] });
    const audit = (await platform.api.get('/api/1/admin/audit')).body as AuditEntry[];
    expect(audit.filter(({ what }) => what === `POST ${base}/${id}/secret:rotate`)).toHaveLength(1);
  });

  it('sends a batch again, and events set aside, with and without a body', async () => {
    const id = await register(platform.api, '/resent');
    receiver.answer(413);
    await transaction('one');
    const aside = await eventually(async () => {
      const listed = await platform.api.get(`${base}/${id}/set-aside`);
      expect(listed).toMatchObject({
        status: 200,
        body: [{ status: 413, removed: false, name: 'transaction-created' }],
      });
      return (listed.body as SetAsideEvent[])[0];
    });
    const resend = (body?: object) => platform.api.post(`${base}/${id}/set-aside:resend`, body);
    const refused = { status: 200, body: [{ outcome: 'failed', status: 413, batch_id: aside?.batch_id }] };
    expect(await resend()).toMatchObject(refused);
    expect(await resend({})).toMatchObject(refused);
    receiver.answer(204);
    const batch = await platform.api.post(`${base}/${id}/batches/${aside?.batch_id ?? ''}:resend`);
    expect(batch).toMatchObject({
      status: 200,
      body: { outcome: 'delivered', status: 204, batch_id: aside?.batch_id },
    });
    expect(await resend({ event_ids: [aside?.event_id] })).toMatchObject({ status: 200, body: [{ status: 204 }] });
    expect((await platform.api.get(`${base}/${id}/set-aside`)).body).toEqual([]);
    const failed = await platform.api.get(`${base}/${id}/attempts?outcome=failed&limit=1`);
    expect(failed).toMatchObject({ status: 200, body: [{ outcome: 'failed', request: { removed: [] } }] });
    expect(failed.headers.get('link')).toContain('outcome=failed');
    const payload = { events: [{ name: 'transaction-created', data: { id: 'one' } }] };
    expect((failed.body as WebhookAttempt[])[0]?.request.payload).toMatchObject(payload);
  });

  it('counts attempts by hour or day', async () => {
    const id = await register(platform.api, '/stats');
    await transaction('counted');
    await eventually(async () => {
      const stats = await platform.api.get(`${base}/${id}/stats?bucket=hour`);
      expect(stats).toMatchObject({ status: 200, body: [{ attempts: 1, succeeded: 1, failed: {}, events: 1 }] });
    });
    expect((await platform.api.get(`${base}/${randomUUID()}/stats`)).status).toBe(404);
    const [all] = (await platform.api.get(`${base}:stats`)).body as { succeeded: number }[];
    expect(all?.succeeded).toBeGreaterThanOrEqual(1);
  });

  it.each([{}, { event: 'nothing' }, { event: null }, { event: ['user-deleted'] }])(
    ':test refuses %p and names the events that there are',
    async (body) => {
      const id = await register(platform.api, '/unused');
      const answer = await platform.api.post(`${base}/${id}:test`, body);
      expect(pointer(answer)).toEqual([400, '#/event']);
      expect(JSON.stringify(answer.body)).toContain('coupon-slip-claimed-event');
    },
  );

  it.each([
    ['no ids', [], '#/event_ids'],
    ['21 ids', Array.from({ length: 21 }, () => randomUUID()), '#/event_ids'],
    ['an id that is none', ['x'], '#/event_ids/0'],
    ['null', null, '#/event_ids'],
  ])('/set-aside:resend refuses %s with 400 and a pointer', async (_, event_ids, where) => {
    const id = await register(platform.api, '/unused');
    expect(pointer(await platform.api.post(`${base}/${id}/set-aside:resend`, { event_ids }))).toEqual([400, where]);
  });

  it.each(['outcome=lost', 'outcome=', 'since=yesterday', 'since=2026-01-01'])(
    '/attempts refuses ?%s',
    async (query) => {
      const id = await register(platform.api, '/unused');
      const answer = await platform.api.get(`${base}/${id}/attempts?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'parameter-invalid' } });
    },
  );

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
  });
});
