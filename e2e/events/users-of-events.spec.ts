import type { Connection } from '@ces/contracts/identity/users';
import { eventually } from '@ces/testing/eventually';
import { register } from '@ces/testing/gateway/registrations';
import { DataSource } from 'typeorm';
import { EventWorld, problem } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

describe('users of events, row 2', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
    await new EventWorld(platform).prepare();
  });
  afterAll(() => platform.stop());

  const newUser = async (owner: string): Promise<string> =>
    ((await platform.api.post(`/api/1/oauth2/provider/acme/${owner}`)).body as Connection).user_id;
  const send = (user: string) => platform.api.post(`/api/1/terminal/${user}/events/purchase`, { amount: 1 });
  const notFound = { status: 404, code: 'user-not-found' };

  it('are taken in at once after they were made or restored, and soon no more when they are closed', async () => {
    const user = (await register(platform)).user_id;
    expect(await send(user)).toMatchObject({ status: 202 });
    expect(await platform.api.post(`/api/1/user/${user}/delete`)).toMatchObject({ status: 200 });
    await eventually(async () => {
      expect(problem(await send(user))).toEqual(notFound);
    }, 5_000);
    expect(await platform.api.post(`/api/1/admin/users/${user}:restore`)).toMatchObject({ status: 200 });
    expect(await send(user)).toMatchObject({ status: 202 });
  });

  it('need not have sent an event before identity goes away, and strangers wait for identity', async () => {
    const user = await newUser('known');
    const stranger = 'A'.repeat(25);
    await eventually(async () => {
      const events = platform.services.events.get(DataSource);
      const hash = [Buffer.from(user)];
      expect(await events.query('SELECT FROM known_user WHERE user_hash = sha256($1)', hash)).toHaveLength(1);
    });
    await platform.without('identity', async () => {
      expect(await send(user)).toMatchObject({ status: 202 });
      const answer = await send(stranger);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
      const items = [stranger, user, stranger].map((user_id) => ({
        user_id,
        event_name: 'purchase',
        data: { amount: 1 },
      }));
      expect(await platform.api.post('/api/1/terminal/events:batch', items)).toMatchObject({
        status: 207,
        body: [{ status: 503 }, { status: 202 }, { status: 503 }],
      });
    });
    expect(problem(await send(stranger))).toEqual(notFound);
  });
});
