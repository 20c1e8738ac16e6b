import { exportOf } from '@ces/contracts/identity/erasure';
import { useSegments } from '@ces/contracts/segments/segment-use';
import { dump } from '@ces/testing/dump';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../../../../e2e/platform/platform.js';
import * as forms from '@ces/testing/segment-forms';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('erasure and export of the segments service', () => {
  let world: SegmentWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await SegmentWorld.start();
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  it('leaves neither the user nor the identifiers in any table or message, though it is asked twice', async () => {
    const [owner, other] = [`owner-${randomUUID()}`, `owner-${randomUUID()}`];
    const { id } = await forms.importAndProcess(platform, `${owner}\n${other}\n`);
    const { id: pending } = await forms.importFile(platform, `${owner}\n${other}\n`);
    await world.bus.call(useSegments, { campaign_id: 'c', name: 'C', segment_ids: [id], entries: true });
    const user = await forms.connect(platform, owner);
    const stays = await forms.connect(platform, other);
    await world.counts(id, 2);
    const exported = await world.bus.call(exportOf('segments'), { user_id: user });
    expect(exported).toMatchObject({ segments: expect.arrayContaining([{ id, name: 'Readers' }]) as unknown });
    await platform.api.post(`/api/1/user/${user}/delete`);
    await world.tellErased(user);
    await world.tellErased(user);
    await eventually(async () => {
      expect(await world.receipts(user)).toBe(2);
      expect((await world.read(id)).internalUserCount).toBe(1);
    });
    await eventually(async () => {
      const kept = (await dump(platform.segments))
        .split('\n')
        .filter((line) => line.includes(user) || line.includes(owner));
      expect(kept.filter((line) => !/erasure-receipt|user-erased|-identity /.test(line))).toEqual([]);
    });
    expect(await forms.processed(platform, pending)).toMatchObject({ internalUserCount: 1 });
    expect(await world.bus.call(exportOf('segments'), { user_id: user })).toEqual({ segments: [], next: null });
    expect(await world.bus.call(exportOf('segments'), { user_id: stays })).toMatchObject({
      segments: [{ id }, { id: pending }],
    });
  }, 60_000);

  it('is whole when identity has erased the user before anything was heard of it', async () => {
    const owner = `owner-${randomUUID()}`;
    const { id } = await forms.importAndProcess(platform, `${owner}\n`);
    await platform.without('segments', async () => {
      const user = await forms.connect(platform, owner);
      const closed = await platform.api.post(`/api/1/user/${user}/delete`);
      expect(closed.body).toEqual({ deleted: true });
    });
    await eventually(async () => {
      const lines = (await dump(platform.segments)).split('\n');
      expect(lines.filter((line) => line.startsWith('public.file_') && line.includes(owner))).toEqual([]);
    });
    expect(await world.read(id)).toMatchObject({ externalUserCount: 1, internalUserCount: 0 });
  }, 60_000);

  it('exports a user who is in nothing', async () => {
    expect(await world.bus.call(exportOf('segments'), { user_id: 'nobody' })).toEqual({ segments: [], next: null });
  });
});
