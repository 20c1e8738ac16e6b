import { EventWorld } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

describe('the time of an event', () => {
  let platform: Platform;
  let world: EventWorld;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = await new EventWorld(platform).prepare();
  });

  afterAll(() => platform.stop());

  const alone = (user: string, time: string) =>
    platform.api.post(`/api/1/terminal/${user}/events/purchase`, { amount: 5 }, { 'ce-id': 'timed', 'ce-time': time });
  const inBatch = (user_id: string, time: string) =>
    platform.api.post('/api/1/terminal/events:batch', [{ user_id, event_name: 'purchase', data: { amount: 5 }, time }]);

  it.each(['12:00:60Z', '23:59:61Z', '24:00:00Z', '12:00:00+24:00', '12:00:00'])(
    'is refused if there is no such time: %s',
    async (clock) => {
      const errors = (pointer: string) => [{ pointer, code: 'time' }];
      const time = `2016-12-31T${clock}`;
      expect(await alone(world.user, time)).toMatchObject({ status: 400, body: { errors: errors('ce-time') } });
      const batch = [{ status: 400, problem: { errors: errors('#/0/time') } }];
      expect(await inBatch(world.user, time)).toMatchObject({ status: 207, body: batch });
    },
  );

  it.each([
    ['23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['12:00:00+15:00', '2016-12-30T21:00:00.000Z'],
    ['12:00:00.1239999999z', '2016-12-31T12:00:00.123Z'],
  ])('may be written as RFC 3339 says, and so may a moment to read from: %s', async (clock, kept) => {
    const [user, time] = [await world.newUser(), `2016-12-31T${clock}`];
    await alone(user, time);
    await inBatch(user, time);
    expect((await world.log(user)).map((each) => each.time)).toEqual([kept, kept]);
    const path = `/api/1/terminal/${user}/events?since=${encodeURIComponent(time)}`;
    expect((await platform.api.get(path)).body).toHaveLength(2);
  });
});
