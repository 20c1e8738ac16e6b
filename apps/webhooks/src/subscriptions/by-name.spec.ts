import { showWebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import { deleteWebhook, getWebhook, listWebhooks, type WebhookDetails } from '@ces/contracts/webhooks/webhooks';
import { getWebhookByKey, putWebhookByKey } from '@ces/contracts/webhooks/webhooks-by-name';
import { randomUUID } from 'node:crypto';
import { WebhookWorld } from '../../test/webhook-world.js';

describe('webhooks by name', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  const newKey = () => `spec-${randomUUID()}`;
  const put = (key: string, more: object = {}, idempotencyKey?: string) =>
    world.call(
      putWebhookByKey,
      {
        ...{ client_id: world.client.id, key, events: ['transaction-created'], url: `${world.receiver.url}/named` },
        ...more,
      },
      idempotencyKey,
    );
  const made = async (key: string, more: object = {}) =>
    (await put(key, more)) as WebhookDetails & { secret: string; status: string };

  it('show their secret in the answer that makes them only, and keep it', async () => {
    const key = newKey();
    const { secret, status, ...webhook } = await made(key);
    expect(status).toBe('created');
    const ref = { client_id: world.client.id, id: webhook.id };
    expect(await world.call(showWebhookSecret, ref)).toEqual({ secret });
    expect(await world.call(getWebhook, ref)).toEqual(webhook);
    expect(await world.call(getWebhookByKey, { client_id: world.client.id, key })).toEqual(webhook);
    expect(await put(key)).toEqual({ ...webhook, status: 'unchanged' });
    expect(await put(key, { headers: { 'X-A': 'b' } })).toMatchObject({ status: 'updated', headers: { 'X-A': 'b' } });
    expect(await put(key, { lanes: 4 })).toMatchObject({ status: 'updated', headers: {}, lanes: 4 });
    expect(await put(key)).toMatchObject({ status: 'updated', lanes: 1 });
    expect(await made(newKey(), { lanes: 2 })).toMatchObject({ status: 'created', lanes: 2 });
    expect(await world.call(showWebhookSecret, ref)).toEqual({ secret });
  });

  it('are not shown with their key in the list of row 34', async () => {
    const { id } = await made(newKey());
    const { items } = await world.call(listWebhooks, { client_id: world.client.id });
    expect(Object.keys(items.find((each) => each.id === id) ?? {})).toEqual(['id', 'events', 'url', 'headers']);
  });

  it('are not made by a dry run, which refuses a forbidden receiver', async () => {
    const key = newKey();
    expect(await put(key, { dry_run: true })).toMatchObject({ id: null, status: 'created' });
    const ref = { client_id: world.client.id, key };
    await expect(world.call(getWebhookByKey, ref)).rejects.toMatchObject({ code: 'webhook-not-found' });
    const forbidden = put(key, { url: 'http://10.0.0.1/', dry_run: true });
    await expect(forbidden).rejects.toMatchObject({ code: 'validation-failed' });
  });

  it('have keys of their client, and are adopted by it only', async () => {
    const key = newKey();
    const { id } = await made(key);
    const other = { client_id: world.identity.addClient(newKey()).id };
    const foreign = await made(key, other);
    expect(foreign).toMatchObject({ status: 'created', key });
    expect(foreign.id).not.toBe(id);
    await expect(put(newKey(), { ...other, adopt: id })).rejects.toMatchObject({ code: 'webhook-not-found' });
    expect(await put(key)).toMatchObject({ id, status: 'unchanged' });
  });

  it('leave their key to others when they are deleted', async () => {
    const key = newKey();
    const { id } = await made(key);
    await world.call(deleteWebhook, { client_id: world.client.id, id });
    expect(await made(key)).toMatchObject({ status: 'created', secret: expect.stringMatching(/^whsec_/) });
  });

  it('show the same secret to a retry with the same Idempotency-Key', async () => {
    const key = newKey();
    const first = await put(key, {}, key);
    expect(first).toMatchObject({ status: 'created', secret: expect.stringMatching(/^whsec_/) });
    expect(await put(key, {}, key)).toEqual(first);
  });
});
