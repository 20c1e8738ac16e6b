import { countSegmentAudience, segmentAudience } from '@ces/contracts/segments/segment-audience';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('an audience of segments', () => {
  let world: SegmentWorld;

  beforeAll(async () => {
    world = await SegmentWorld.start();
  });

  afterAll(() => world.stop());

  it('is counted and listed as a set, each user once', async () => {
    const owners = Array.from({ length: 4 }, () => randomUUID());
    const users: string[] = [];
    for (const owner of owners) users.push(await world.identity.connect(owner));
    const [a = '', b = '', c = '', d = ''] = owners;
    const again = randomUUID();
    await world.identity.connect(again, users[0]);
    const one = await world.importAndProcess([a, again, b, randomUUID()]);
    const other = await world.importAndProcess([b, c]);
    const excluded = await world.importAndProcess([c, d, again]);
    const ask = async (include_segments: string[], exclude_segments: string[] = [], among?: string[]) => {
      const audience = { include_segments, exclude_segments };
      const { users: counted } = await world.bus.call(countSegmentAudience, { ...audience, ...(among && { among }) });
      const { user_ids } = await world.bus.call(segmentAudience, { ...audience, after: '', limit: 100 });
      return { counted, user_ids };
    };
    const sorted = (...indexes: number[]) => indexes.map((index) => users[index] ?? '').sort();
    expect(await ask([one.id])).toEqual({ counted: 2, user_ids: sorted(0, 1) });
    expect(await ask([one.id, other.id, other.id.toUpperCase()])).toEqual({ counted: 3, user_ids: sorted(0, 1, 2) });
    expect(await ask([one.id, other.id], [excluded.id])).toEqual({ counted: 1, user_ids: sorted(1) });
    const among = [users[0] ?? '', users[3] ?? '', 'nobody'];
    expect((await ask([one.id, other.id], [], among)).counted).toBe(1);
    expect(await ask([randomUUID(), 'x'], [excluded.id])).toEqual({ counted: 0, user_ids: [] });
    const [first = '', ...rest] = sorted(0, 1, 2);
    const after = { include_segments: [one.id, other.id], exclude_segments: [], after: first, limit: 1 };
    expect(await world.bus.call(segmentAudience, after)).toEqual({ user_ids: rest.slice(0, 1) });
  });
});
