import * as contract from '@ces/contracts/webhooks/portal-sessions';
import { newId } from '@ces/messaging/storage/ids';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { hash } from 'node:crypto';
import { WebhookWorld } from '../../test/webhook-world.js';

const hour = 3_600_000;

describe('a session of the portal', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    world.later(0);
  });

  const make = (webhook_ids: string[], ttl = 3_600, client_id = world.client.id) =>
    world.call(contract.createPortalSession, { client_id, client_version: 7, webhook_ids, ttl });
  const find = async (token: string) => {
    const digest = hash('sha256', token, 'base64url');
    return (await world.call(contract.findPortalSession, { digest })).session;
  };

  it('is found by its token until its end, and its token is stored nowhere', async () => {
    const { id } = await world.register('/found');
    const { token, expires_at } = await make([id, id]);
    expect(token).toMatch(/^ps_[\w-]{43}$/);
    expect(await find(token)).toEqual({
      id: expect.any(String) as string,
      client_id: world.client.id,
      client_version: 7,
      webhook_ids: [id],
      expires_at,
    });
    expect(await find(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
    expect(JSON.stringify(await world.sql('SELECT * FROM portal_session'))).not.toContain(token);
    world.later(hour);
    expect(await find(token)).toBeNull();
  });

  it('names only webhooks of its client', async () => {
    const [own, foreign] = [
      await world.register('/own'),
      await world.register('/foreign', {}, world.identity.addClient().id),
    ];
    await expect(make([own.id, foreign.id, 'x'])).rejects.toMatchObject({
      code: 'validation-failed',
      extras: { errors: [{ pointer: '#/webhook_ids/1' }, { pointer: '#/webhook_ids/2' }] },
    });
  });

  it('lists its webhooks page by page, without those that were deleted or are of another client', async () => {
    const ids = [];
    for (const path of ['/a', '/b', '/c', '/d']) ids.push((await world.register(path)).id);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const foreign = await world.register('/e', {}, world.identity.addClient().id);
    await world.remove(second);
    const request = { client_id: world.client.id, ids: [first, second, third, foreign.id, 'x'] };
    const page = await world.call(contract.webhooksOfSession, { ...request, limit: 1 });
    expect(page.items.map(({ id }) => id)).toEqual([third]);
    const rest = await world.call(contract.webhooksOfSession, { ...request, limit: 5, cursor: page.next ?? '' });
    expect(rest).toMatchObject({ items: [{ id: first }], next: null });
    expect(await world.call(contract.webhooksOfSession, { client_id: world.client.id, ids: [] })).toEqual({
      items: [],
      next: null,
    });
    await world.remove(fourth);
  });

  it('is deleted some time after its end, and with its client', async () => {
    const other = world.identity.addClient();
    const { id } = await world.register('/ended', {}, other.id);
    const short = await make([id], 60, other.id);
    const long = await make([id], 7 * 86_400, other.id);
    world.later(2 * hour);
    await world.app.get(Chores).runNow('delete-ended-portal-sessions');
    const kept = () => world.sql('SELECT FROM portal_session WHERE client_id = $1', [other.id]);
    expect(await kept()).toHaveLength(1);
    expect([await find(short.token), await find(long.token)]).toEqual([null, expect.anything()]);
    await world.deleteClient(other.id);
    await eventually(async () => {
      expect(await kept()).toEqual([]);
    });
    expect(await find(long.token)).toBeNull();
  });

  it('ends when its client has made ten thousand newer ones', async () => {
    const other = world.identity.addClient();
    const { id } = await world.register('/many', {}, other.id);
    const [oldest, older] = [await make([id], 3_600, other.id), await make([id], 3_600, other.id)];
    await world.sql(
      `INSERT INTO portal_session SELECT id, id::text, $1, 7, '{}', now() + interval '1 hour'
         FROM unnest($2::uuid[]) AS id`,
      [other.id, Array.from({ length: 9_998 }, () => newId())],
    );
    expect(await find(oldest.token)).not.toBeNull();
    await make([id], 3_600, other.id);
    expect([await find(oldest.token), await find(older.token)]).toEqual([null, expect.anything()]);
  });
});
