import { createHmac, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import { expressReceiver } from '../adapters/express.ts';
import { fetchReceiver } from '../adapters/fetch.ts';
import { WebhookGuard } from '../adapters/nest.ts';
import { Ces } from '../ces.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const clientSecret = 'the client’s secret';
const body = JSON.stringify({ events: [{ name: 'user-deleted', data: { user_id: 'ü' } }] });

function signed(key = secret, at = new Date()): Record<string, string> {
  return {
    'Webhook-Id': 'batch-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': `v2,other ${new Webhook(key).sign('batch-1', at, body)}`,
    'X-Service-Signature': createHmac('sha256', clientSecret).update(body).digest('hex'),
    'x-service-event-ids': 'e1',
  };
}

describe('Ces.webhooks.verify', () => {
  it('accepts the signature of a Standard Webhooks library, from each kind of body and of headers', async () => {
    const headers = signed();
    for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body).buffer])
      for (const given of [headers, new Headers(headers)]) {
        expect(await Ces.webhooks.verify(raw, given, secret)).toEqual({
          id: 'batch-1',
          events: [{ name: 'user-deleted', data: { user_id: 'ü' } }],
          eventIds: ['e1'],
        });
      }
  });

  it('accepts either secret while it is rotated', async () => {
    const newer = `whsec_${randomBytes(32).toString('base64')}`;
    for (const key of [secret, newer])
      await expect(Ces.webhooks.verify(body, signed(key), [secret, newer])).resolves.toBeDefined();
    await expect(Ces.webhooks.verify(body, signed(newer), secret)).rejects.toMatchObject({ code: 'signature-invalid' });
  });

  it('accepts the signature under the secret of the client, and then claims no id', async () => {
    expect(await Ces.webhooks.verify(body, signed(), clientSecret)).toMatchObject({ id: undefined });
    await expect(Ces.webhooks.verify(body, signed(), 'another')).rejects.toMatchObject({ code: 'signature-invalid' });
  });

  it('refuses another body, another time, and a time that was changed', async () => {
    const old = signed(secret, new Date(Date.now() - 301_000));
    const now = { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    const refused: [string, Record<string, string>, string][] = [
      [`${body} `, signed(), 'signature-invalid'],
      [body, old, 'timestamp-invalid'],
      [body, { ...old, ...now }, 'signature-invalid'],
      [body, { ...signed(), 'Webhook-Id': 'batch-2' }, 'signature-invalid'],
      [body, {}, 'signature-missing'],
      [body, { ...signed(), 'webhook-signature': '' }, 'signature-missing'],
      [body, { ...signed(), 'webhook-signature': 'v1,%%% v1, x' }, 'signature-invalid'],
    ];
    for (const [raw, headers, code] of refused)
      await expect(Ces.webhooks.verify(raw, headers, secret)).rejects.toMatchObject({ code });
    await expect(Ces.webhooks.verify(body, old, secret, { toleranceSeconds: 600 })).resolves.toBeDefined();
  });

  it('never takes an empty secret or signature', async () => {
    for (const key of ['', 'whsec_'])
      await expect(Ces.webhooks.verify(body, { ...signed(), 'X-Service-Signature': '' }, key)).rejects.toThrow();
  });
});

describe('the receiver', () => {
  const seen: unknown[] = [];
  const options = {
    secrets: () => Promise.resolve([secret]),
    on: { 'user-deleted': ({ user_id }: { user_id: string }, id: string | undefined) => seen.push([user_id, id]) },
  };

  beforeEach(() => seen.splice(0));

  it('for fetch answers 204 after the handler, and 401 to what it cannot trust', async () => {
    const handle = fetchReceiver(options);
    const post = (text: string) =>
      new Request('https://a.test/hooks', { method: 'POST', headers: signed(), body: text });
    expect((await handle(post(body))).status).toBe(204);
    expect((await handle(post('{}'))).status).toBe(401);
    expect(seen).toEqual([['ü', 'e1']]);
  });

  it('for Express reads the stream or the raw body, and passes faults on', async () => {
    const answer = (request: object, chunks: Buffer[] = []): Promise<unknown> =>
      new Promise((resolve) => {
        const status = (code: number) => ({
          end: () => {
            resolve(code);
          },
        });
        expressReceiver(options)(
          Object.assign(Readable.from(chunks), { headers: signed(), ...request }),
          { status },
          resolve,
        );
      });
    const raw = Buffer.from(body);
    expect(await answer({}, [raw.subarray(0, 9), raw.subarray(9)])).toBe(204);
    expect(await answer({ body: raw })).toBe(204);
    expect(await answer({ body: {}, rawBody: raw })).toBe(204);
    expect(await answer({ headers: {}, body: raw })).toBe(401);
    expect(await answer({ body: { events: [] } })).toBeInstanceOf(Error);
  });

  it('for Nest lets only verified requests in, with their delivery', async () => {
    const guard = new WebhookGuard(secret);
    const request: { headers: Record<string, string>; rawBody: Buffer; delivery?: { id: string | undefined } } = {
      headers: signed(),
      rawBody: Buffer.from(body),
    };
    const context = { switchToHttp: () => ({ getRequest: () => request as never }) };
    expect(await guard.canActivate(context)).toBe(true);
    expect(request.delivery?.id).toBe('batch-1');
    request.headers = {};
    expect(await guard.canActivate(context)).toBe(false);
  });
});
