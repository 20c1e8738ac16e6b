import type { AcceptedEvent } from '@ces/contracts/events/events';
import { eventually } from '@ces/testing/eventually';
import { useEvent } from '@ces/testing/services/use-event';
import { EventWorld } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

describe('events while a service is away', () => {
  let platform: Platform;
  let world: EventWorld;

  beforeAll(async () => {
    platform = await Platform.start();
    world = await new EventWorld(platform).prepare();
  });

  afterAll(() => platform.stop());

  it('shows null as the outcomes of an event that campaigns judges when it is back', async () => {
    await useEvent(platform.messaging.bus, 'purchase');
    const { id } = (await world.send({ amount: 1 })).body as AcceptedEvent;
    expect(await world.log()).toContainEqual(expect.objectContaining({ id, campaigns: null }));
  });

  it('refuses a flood with Retry-After before tokens and bodies are read, and takes it in when the events service is back', async () => {
    const stranger = platform.api.withToken('no.such.token');
    const path = `/api/1/terminal/${world.user}/events/purchase`;
    expect((await stranger.post(path, { amount: 1 })).status).toBe(401);
    await platform.without('events', async () => {
      await eventually(async () => {
        for (let n = 0; n < 12; n += 1) {
          const { status, headers } = await world.send({ amount: 1 });
          expect([status, headers.get('retry-after')]).toEqual([503, '1']);
        }
        for (const each of [path, '/api/1/terminal/events:batch']) {
          const { status, headers } = await stranger.post(each, { amount: 1 });
          expect([each, status, headers.get('retry-after')]).toEqual([each, 503, '1']);
        }
      });
      expect((await platform.api.get('/api/1/admin/clients')).status).toBe(200);
      expect((await stranger.get('/api/1/terminal/events')).status).toBe(401);
    });
    await eventually(async () => {
      expect((await world.send({ amount: 1 })).status).toBe(202);
    });
    expect((await stranger.post(path, { amount: 1 })).status).toBe(401);
  });
});
