import { transactionCreated } from '@ces/contracts/campaigns/campaigns';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import { Webhook as Verifier } from 'standardwebhooks';
import { EventStream } from '@ces/testing/gateway/event-stream';
import { Platform } from '../platform/platform.js';

const base = '/api/1/terminal/listeners';

describe('listeners over HTTP', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const make = async () => {
    const answer = await platform.api.post(base, { events: ['transaction-created'] });
    expect(answer).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) as string } });
    return answer.body as { id: string; secret: string };
  };
  const transaction = (id: string) => {
    const payload = { id, stack_id: 'points', block_id: 'base', user_id: 'u'.repeat(25), value: 7 };
    return tellFacts(platform.messaging.nats, transactionCreated, [payload]);
  };
  const delivery = async (stream: EventStream) => {
    const found = await stream.next();
    return { id: found?.id, ...(found?.data as { headers: Record<string, string>; body: string }) };
  };

  it('are named in `Location` by the address of their stream, which is what can be read of them', async () => {
    const { headers, body } = await platform.api.post(base, { events: ['transaction-created'] });
    const { id } = body as { id: string };
    expect(headers.get('location')).toBe(`${platform.url}${base}/${id}/stream`);
    const stream = await EventStream.open(platform.api, `${base}/${id}/stream`);
    expect(stream.answer.status).toBe(200);
    stream.close();
    await platform.api.send('DELETE', `${base}/${id}`);
  });

  it('stream what a webhook would get, signed, and go on after Last-Event-ID', async () => {
    const { id, secret } = await make();
    const stream = await EventStream.open(platform.api, `${base}/${id}/stream`);
    expect(stream.answer.headers.get('cache-control')).toBe('no-store');
    expect(stream.answer.headers.get('content-encoding')).toBeNull();
    await transaction('first');
    const first = await delivery(stream);
    expect(new Verifier(secret).verify(first.body, first.headers)).toMatchObject({
      events: [{ data: { id: 'first' } }],
    });
    expect(first.headers).toMatchObject({
      'X-Service-Client-ID': platform.credentials.id,
      'X-Service-Signature': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    stream.close();
    await transaction('second');
    const again = await EventStream.open(platform.api, `${base}/${id}/stream`, first.id);
    expect((await delivery(again)).body).toContain('"second"');
    again.close();
    const whole = await EventStream.open(platform.api, `${base}/${id}/stream`);
    expect((await delivery(whole)).body).toContain('"first"');
    whole.close();
    expect(await platform.api.send('DELETE', `${base}/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
  });

  it('are read with the scope admin:read, too, and not made or deleted', async () => {
    const { id } = await make();
    const reader = await platform.api.as(platform.credentials, 'admin:read');
    const stream = await EventStream.open(reader, `${base}/${id}/stream`);
    await transaction('read');
    expect((await delivery(stream)).body).toContain('"read"');
    stream.close();
    expect((await reader.post(base, { events: ['transaction-created'] })).status).toBe(403);
    expect((await reader.send('DELETE', `${base}/${id}`)).status).toBe(403);
  });

  it('end their stream when they are deleted, and answer 404 afterwards', async () => {
    const { id } = await make();
    const stream = await EventStream.open(platform.api, `${base}/${id}/stream`);
    await platform.api.send('DELETE', `${base}/${id}`);
    await transaction('wakes the stream');
    expect(await stream.next().then((last) => last && stream.next())).toBeUndefined();
    for (const answer of [
      await platform.api.get(`${base}/${id}/stream`),
      await platform.api.send('DELETE', `${base}/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'listener-not-found' } });
  });

  it('end their stream when the token is revoked', async () => {
    const { id } = await make();
    const other = await platform.api.as(platform.credentials);
    const stream = await EventStream.open(other, `${base}/${id}/stream`);
    const { id: user, secret } = platform.credentials;
    await fetch(`${platform.url}/oauth2/revoke`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ token: other.bearer }),
    });
    await eventually(async () => {
      expect((await other.get('/api/1/terminal/webhooks')).status).toBe(401);
    });
    await transaction('not for a revoked token');
    expect(await stream.next()).toBeUndefined();
  });

  it.each([
    ['no events', {}, '#/events'],
    ['an unknown event', { events: ['nothing'] }, '#/events/0'],
  ])('refuse %s', async (_, body, place) => {
    expect(await platform.api.post(base, body)).toMatchObject({ status: 400, body: { errors: [{ pointer: place }] } });
  });

  it('refuse a Last-Event-ID that is none of theirs', async () => {
    const { id } = await make();
    const answer = await platform.api.get(`${base}/${id}/stream`, { headers: { 'Last-Event-ID': 'x' } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: 'Last-Event-ID' }] } });
  });
});
