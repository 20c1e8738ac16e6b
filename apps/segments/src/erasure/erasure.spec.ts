import { erasureReceipt, exportOf, userErased } from '@ces/contracts/erasure';
import { useSegments } from '@ces/contracts/segment-use';
import type { ExternalSegment } from '@ces/contracts/segments';
import { Bus } from '@ces/messaging/bus';
import { newId } from '@ces/messaging/ids';
import { Nats } from '@ces/messaging/nats';
import { dump } from '@ces/testing/dump';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '@ces/testing/platform';
import * as forms from '@ces/testing/segment-forms';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';

describe('erasure and export of the segments service', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'segments');
  }, 60_000);

  afterAll(() => platform.stop());

  const bus = () => platform.services.events.get(Bus);
  const receipts = async (userId: string) =>
    (
      await platform.segments
        .get(DataSource)
        .query<unknown[]>('SELECT FROM outbox WHERE subject = $1 AND strpos(payload, $2) > 0', [
          erasureReceipt('segments').subject,
          userId,
        ])
    ).length;
  /** As identity's relay publishes it. */
  const deliver = async (user_id: string) => {
    const nats = platform.segments.get(Nats);
    const js = await nats.jetstream();
    const fact = { id: newId(), payload: JSON.stringify({ user_id }) };
    await js.publish(nats.subject('fact', userErased.subject), JSON.stringify([fact]));
  };
  const read = async (id: string) => (await platform.api.get(`${forms.path}/${id}`)).body as ExternalSegment;

  it('leaves neither the user nor the identifiers in any table or message, though it is asked twice', async () => {
    const [owner, other] = [`owner-${randomUUID()}`, `owner-${randomUUID()}`];
    const { id } = await forms.importAndProcess(platform, `${owner}\n${other}\n`);
    const { id: pending } = await forms.importFile(platform, `${owner}\n${other}\n`);
    await bus().call(useSegments, { campaign_id: 'c', name: 'C', segment_ids: [id], entries: true });
    const user = await forms.connect(platform, owner);
    const stays = await forms.connect(platform, other);
    await eventually(async () => {
      expect((await read(id)).internalUserCount).toBe(2);
    });
    const exported = await bus().call(exportOf('segments'), { user_id: user });
    expect(exported).toMatchObject({ segments: expect.arrayContaining([{ id, name: 'Readers' }]) as unknown });
    await platform.api.post(`/api/1/user/${user}/delete`);
    await deliver(user);
    await deliver(user);
    await eventually(async () => {
      expect(await receipts(user)).toBe(2);
      expect((await read(id)).internalUserCount).toBe(1);
    });
    await eventually(async () => {
      const kept = (await dump(platform.segments))
        .split('\n')
        .filter((line) => line.includes(user) || line.includes(owner));
      expect(kept.filter((line) => !/erasure-receipt|user-erased|-identity /.test(line))).toEqual([]);
    });
    expect(await forms.processed(platform, pending)).toMatchObject({ internalUserCount: 1 });
    expect(await bus().call(exportOf('segments'), { user_id: user })).toEqual({ segments: [], next: null });
    expect(await bus().call(exportOf('segments'), { user_id: stays })).toMatchObject({
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
    expect(await read(id)).toMatchObject({ externalUserCount: 1, internalUserCount: 0 });
  }, 60_000);

  it('exports a user who is in nothing', async () => {
    expect(await bus().call(exportOf('segments'), { user_id: 'nobody' })).toEqual({ segments: [], next: null });
  });
});
