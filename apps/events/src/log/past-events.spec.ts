import { pastEvents } from '@ces/contracts/events/past-events';
import { EventWorld } from '../../test/event-world.js';

describe('past events of a name', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
    await world.define('wanted', { properties: {}, required: [] });
    await world.define('other', { properties: {}, required: [] });
  });

  afterAll(() => world.stop());

  const later = () => new Date(Date.now() + 60_000).toISOString();
  const send = (event_name: string, data: object) =>
    world.send({ user_id: 'past', event_name, data: JSON.stringify(data) });

  async function read(since: string, limit: number, until = later()) {
    const pages: string[][] = [];
    let after: string | null | undefined;
    while (after !== null) {
      const asked = { event_name: 'wanted', since, until, limit, ...(after === undefined ? {} : { after }) };
      const { events, next } = await world.service.bus.call(pastEvents, asked);
      pages.push(events.map(({ data }) => data));
      after = next;
    }
    return pages;
  }

  it('are read in their order, page by page, from a moment on', async () => {
    const since = new Date().toISOString();
    expect(await read(since, 2)).toEqual([[]]);
    for (let n = 1; n <= 5; n += 1) {
      await send('other', { n });
      await send('wanted', { n });
    }
    const data = [1, 2, 3, 4, 5].map((n) => `{"n":${n}}`);
    expect(await read(since, 2)).toEqual([data.slice(0, 2), data.slice(2, 4), data.slice(4)]);
    expect(await read('2020-01-01T00:00:00Z', 100)).toEqual([data]);
    expect(await read(later(), 100)).toEqual([[]]);
    expect(await read('2020-01-01T00:00:00Z', 100, since)).toEqual([[]]);
  });

  it('end a page where the reply would get too large, and pass over any number of other events', async () => {
    const since = new Date().toISOString();
    const text = 'x'.repeat(60_000);
    for (let n = 0; n < 9; n += 1) await send('wanted', { n, text });
    await world.sql(
      `INSERT INTO event_log (id, user_id, event_name, version, client_id, data, received_at)
       SELECT gen_random_uuid(), 'past', 'other', 1, 'c', '{}', now() FROM generate_series(1, 6000)`,
    );
    await send('wanted', { n: 'last' });
    const pages = await read(since, 1_000);
    expect(pages.flat().map((data) => (JSON.parse(data) as { n: unknown }).n)).toEqual([
      0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      'last',
    ]);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.join('').length).toBeLessThan(500_000);
  });
});
