import { exportOf } from '@ces/contracts/identity/erasure';
import { useSegments } from '@ces/contracts/segments/segment-use';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('erasure and export of the segments service', () => {
  let world: SegmentWorld;

  beforeAll(async () => {
    world = await SegmentWorld.start();
  });

  afterAll(() => world.stop());

  const exported = (user_id: string) => world.bus.call(exportOf('segments'), { user_id });

  it('leaves neither the user nor the identifiers in any table or message, though it is asked twice', async () => {
    const [owner, other] = [`owner-${randomUUID()}`, `owner-${randomUUID()}`];
    const { id } = await world.importAndProcess([owner, other]);
    const { id: pending } = await world.import([owner, other]);
    await world.bus.call(useSegments, { campaign_id: 'c', name: 'C', segment_ids: [id], entries: true });
    const user = await world.identity.connect(owner);
    const stays = await world.identity.connect(other);
    await world.counts(id, 2);
    expect(await exported(user)).toMatchObject({
      segments: expect.arrayContaining([{ id, name: 'Readers' }]) as unknown,
    });
    world.identity.erase(user);
    await world.identity.tellErased(user);
    await world.identity.tellErased(user);
    await eventually(async () => {
      expect(await world.receipts(user)).toBe(2);
      expect((await world.read(id)).internalUserCount).toBe(1);
    });
    await eventually(async () => {
      const kept = (await dump(world.service.app))
        .split('\n')
        .filter((line) => line.includes(user) || line.includes(owner));
      expect(kept.filter((line) => !/erasure-receipt|user-erased|-identity /.test(line))).toEqual([]);
    });
    expect(await world.processed(pending)).toMatchObject({ internalUserCount: 1 });
    expect(await exported(user)).toEqual({ segments: [], next: null });
    expect(await exported(stays)).toMatchObject({ segments: [{ id }, { id: pending }] });
  });

  it('is whole when identity has erased the user before the facts of the connection arrive', async () => {
    const owner = `owner-${randomUUID()}`;
    const { id } = await world.importAndProcess([owner]);
    await world.identity.withholdingFacts(async () => {
      const user = await world.identity.connect(owner);
      world.identity.erase(user);
      await world.identity.tellErased(user);
    });
    await eventually(async () => {
      const lines = (await dump(world.service.app)).split('\n');
      expect(lines.filter((line) => line.startsWith('public.file_') && line.includes(owner))).toEqual([]);
    });
    expect(await world.read(id)).toMatchObject({ externalUserCount: 1, internalUserCount: 0 });
  });

  it('exports a user who is in no segment', async () => {
    expect(await exported('nobody')).toEqual({ segments: [], next: null });
  });

  it('exports the segments of a user in parts, each of which looks at a thousand', async () => {
    const owner = randomUUID();
    const user = await world.identity.connect(owner);
    const { id } = await world.importAndProcess([owner]);
    await world.sql(
      `INSERT INTO segment (id, name, identifier, file_name, document_id, state)
       SELECT overlay('00000000-0000-7000-8000-000000000000' PLACING lpad(n::text, 8, '0') FROM 1)::uuid, 'Many', 'acme',
              'x.csv', gen_random_uuid(), 'pending' FROM generate_series(1, $1::int) AS n`,
      [1_000],
    );
    const first = await exported(user);
    expect(first).toEqual({ segments: [], next: '00001000-0000-7000-8000-000000000000' });
    const { next } = first as { next: string };
    const rest = await world.bus.call(exportOf('segments'), { user_id: user, cursor: next });
    expect(rest).toEqual({ segments: [{ id, name: 'Readers' }], next: null });
  });
});
