import { rotateWebhookSecret, showWebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import { Chores } from '@ces/service/chores/chores';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { DataSource } from 'typeorm';
import { Webhook as Verifier } from 'standardwebhooks';
import type { Received } from '../../test/receiver.js';
import { WebhookWorld } from '../../test/webhook-world.js';

const dayMs = 86_400_000;

describe('the secret of a webhook', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.later(0);
  });

  let told = 0;
  const deliver = async (path: string): Promise<Received> => {
    const before = world.receiver.at(path).length;
    await world.transactions([`${path}-${(told += 1)}`]);
    return eventually(() => {
      const [found] = world.receiver.at(path).slice(before);
      if (!found) throw new Error('no request came');
      return found;
    });
  };
  /** Which of these secrets made a signature of the request. The client's own is given as its text. */
  const signers = ({ body, headers }: Received, ...secrets: string[]) =>
    secrets.map((secret) => {
      const verifier = new Verifier(secret.startsWith('whsec_') ? secret : Buffer.from(secret).toString('base64'));
      try {
        return Boolean(verifier.verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    });
  const registerAsBefore = async (path: string): Promise<string> => {
    const { id } = await world.register(path);
    await world.sql('UPDATE webhook SET secret = NULL WHERE id = $1', [id]);
    return id;
  };

  it('has the form of Standard Webhooks, belongs to one webhook, and stays the same', async () => {
    const [one, two] = [await world.register('/one'), await world.register('/two')];
    const secret = await world.secretOf(one.id);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{48}$/);
    expect(await world.secretOf(one.id)).toBe(secret);
    expect(await world.secretOf(one.id.toUpperCase())).toBe(secret);
    expect(await world.secretOf(two.id)).not.toBe(secret);
  });

  it("verifies every delivery, and the client's secret verifies none", async () => {
    const { id } = await world.register('/own');
    expect(signers(await deliver('/own'), await world.secretOf(id), world.client.secret)).toEqual([true, false]);
  });

  it('is shown to its client only', async () => {
    const { id } = await world.register('/private');
    const request = { client_id: world.identity.addClient().id, id };
    for (const call of [showWebhookSecret, rotateWebhookSecret])
      await expect(world.call(call, request)).rejects.toMatchObject({ code: 'webhook-not-found' });
  });

  it('is sealed in every table, even where answers with a key are recorded', async () => {
    const { id } = await world.register('/sealed');
    const first = await world.secretOf(id);
    const rotate = () => world.call(rotateWebhookSecret, { client_id: world.client.id, id }, 'rotate-once');
    const { secret } = await rotate();
    expect(await rotate()).toEqual({ secret });
    const rows = await dump(world.app);
    expect(rows).toContain(id);
    expect([rows.includes(first.slice(6)), rows.includes(secret.slice(6))]).toEqual([false, false]);
  });

  it('signs beside its successor for a day after a rotation, and not a moment longer', async () => {
    const { id } = await world.register('/rotated');
    const first = await world.secretOf(id);
    expect(signers(await deliver('/rotated'), first)).toEqual([true]);
    const second = await world.rotateSecret(id);
    expect(await world.secretOf(id)).toBe(second);
    expect(signers(await deliver('/rotated'), first, second)).toEqual([true, true]);
    world.later(dayMs - 60_000);
    expect(signers(await deliver('/rotated'), first, second)).toEqual([true, true]);
    const kept = async () => {
      await world.app.get(Chores).runNow('forget-webhook-secrets');
      return world.sql('SELECT FROM webhook WHERE id = $1 AND previous_secret IS NOT NULL', [id]);
    };
    expect(await kept()).toHaveLength(1);
    world.later(dayMs + 1_000);
    expect(signers(await deliver('/rotated'), first, second)).toEqual([false, true]);
    expect(await kept()).toEqual([]);
    expect(signers(await deliver('/rotated'), first, second)).toEqual([false, true]);
  });

  it('retires at once when its successor is replaced as well, even while a delivery waits for the database', async () => {
    const { id } = await world.register('/twice');
    const first = await world.secretOf(id);
    expect(signers(await deliver('/twice'), first)).toEqual([true]);
    const second = await world.rotateSecret(id);
    const other = world.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('LOCK TABLE set_aside IN EXCLUSIVE MODE');
    const delivery = deliver('/twice');
    await untilBlocked(other, { statement: 'accepted_state' });
    const third = await world.rotateSecret(id);
    await other.commitTransaction();
    await other.release();
    expect(signers(await delivery, first, second, third)).toEqual([false, true, true]);
  });

  it("of a webhook from before this release is made by a chore; for 30 days the client's secret signs too", async () => {
    const id = await registerAsBefore('/before');
    expect(signers(await deliver('/before'), world.client.secret)).toEqual([true]);
    await world.app.get(Chores).runNow('give-webhook-secrets');
    const secret = await world.secretOf(id);
    await world.app.get(Chores).runNow('give-webhook-secrets');
    expect(await world.secretOf(id)).toBe(secret);
    expect(signers(await deliver('/before'), secret, world.client.secret)).toEqual([true, true]);
    world.later(30 * dayMs - 60_000);
    expect(signers(await deliver('/before'), secret, world.client.secret)).toEqual([true, true]);
    world.later(30 * dayMs + 60_000);
    expect(signers(await deliver('/before'), secret, world.client.secret)).toEqual([true, false]);
  });

  it('of a webhook from before this release is also made when its client reads or rotates it', async () => {
    const [read, rotated] = [await registerAsBefore('/read'), await registerAsBefore('/turned')];
    const secrets = [await world.secretOf(read), await world.rotateSecret(rotated)];
    expect([await world.secretOf(read), await world.secretOf(rotated)]).toEqual(secrets);
    const [first = '', second = ''] = secrets;
    expect(signers(await deliver('/read'), first, world.client.secret)).toEqual([true, true]);
    expect(signers(await deliver('/turned'), second, world.client.secret)).toEqual([true, true]);
  });
});
