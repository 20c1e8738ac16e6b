import type { Changer } from '@ces/contracts/owners';
import {
  deleteSegment,
  getSegment,
  importSegment,
  listSegments,
  segmentProcessed,
} from '@ces/contracts/segments/segments';
import { newId } from '@ces/messaging/storage/ids';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('segments, rows 28 to 32', () => {
  let world: SegmentWorld;

  beforeAll(async () => {
    world = await SegmentWorld.start({ SEGMENTS_AT_MOST: '20' });
  });

  afterAll(() => world.stop());

  const upload = async (by?: Changer, segment_id?: string) => {
    const document_id = newId();
    await world.takePart(document_id, 0, ['a']);
    const file = { document_id, parts: 1, title: 'Readers', identifier: 'acme', file_name: 'readers.csv' };
    return world.bus.call(importSegment, { ...file, ...(segment_id ? { segment_id } : {}), ...(by ? { by } : {}) });
  };
  const setState = (id: string, state: string) =>
    world.sql('UPDATE segment SET state = $2, progress = 0.5 WHERE id = $1', [id, state]);

  it('are pending after their upload, and show exact counts once they are processed', async () => {
    const owners = [randomUUID(), randomUUID()];
    for (const owner of owners) await world.identity.connect(owner);
    const segment = await world.import([...owners, 'unconnected', 'unconnected']);
    expect(segment).toMatchObject({ name: 'Readers', identifier: 'acme', fileName: 'readers.csv', state: 'pending' });
    expect(await world.processed(segment.id)).toMatchObject({ externalUserCount: 3, internalUserCount: 2 });
    const told = await world.sql<{ payload: string }>(
      'SELECT payload FROM outbox WHERE subject = $1 AND strpos(payload, $2) > 0',
      [segmentProcessed.subject, segment.id],
    );
    expect(told.map(({ payload }) => JSON.parse(payload) as object)).toEqual([
      expect.objectContaining({ externalUserCount: 3, internalUserCount: 2 }),
    ]);
  });

  it('count a user once who is connected with two of the identifiers', async () => {
    const user = await world.identity.connect('one');
    await world.identity.connect('other', user);
    expect(await world.importAndProcess(['one', 'other'])).toMatchObject({
      externalUserCount: 2,
      internalUserCount: 1,
    });
  });

  it('keep the counts of the old file until a new one is processed', async () => {
    const { id } = await world.importAndProcess(['a']);
    const renewed = await world.import(['a', 'b'], { segment_id: id, title: 'Renewed' });
    expect(renewed).toMatchObject({ id, name: 'Renewed', state: 'pending', externalUserCount: 1 });
    expect(await world.processed(id)).toMatchObject({ name: 'Renewed', externalUserCount: 2 });
  });

  it('show their progress only while they are processed', async () => {
    const { id } = await world.importAndProcess(['a']);
    expect(await world.read(id)).not.toHaveProperty('progress');
    await setState(id, 'processing');
    expect(await world.read(id)).toMatchObject({ state: 'processing', progress: 0.5 });
    await setState(id, 'processed');
  });

  it.each(['pending', 'processing'])('are not deleted while they are %s', async (state) => {
    const { id } = await world.importAndProcess(['a']);
    await setState(id, state);
    await expect(world.delete(id)).rejects.toMatchObject({ code: 'segment-not-processed' });
    await setState(id, 'processed');
    expect(await world.delete(id)).toEqual({ deleted: true });
    await expect(world.read(id)).rejects.toMatchObject({ code: 'segment-not-found' });
  });

  it.each([randomUUID(), 'x', ''])('are not found by the id %p', async (id) => {
    const notFound = { code: 'segment-not-found' };
    await expect(world.read(id)).rejects.toMatchObject(notFound);
    await expect(world.delete(id)).rejects.toMatchObject(notFound);
    await expect(upload(undefined, id || 'y')).rejects.toMatchObject(notFound);
    await expect(world.members(id)).rejects.toMatchObject(notFound);
  });

  it('are listed in pages, the newest first', async () => {
    const older = await world.importAndProcess(['a']);
    const newer = await world.importAndProcess(['a']);
    const first = await world.bus.call(listSegments, { limit: 1 });
    const second = await world.bus.call(listSegments, { limit: 1, cursor: first.next ?? '' });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([newer.id, older.id]);
    await expect(world.bus.call(listSegments, { cursor: 'x' })).rejects.toMatchObject({ code: 'parameter-invalid' });
  });

  describe('belong to the client that made them', () => {
    const client = (client_id: string, admin = false): Changer => ({ client_id, admin });
    const [owner, other, admin] = [client('owner'), client('other'), client('admin', true)];
    const refused = { code: 'segment-of-another-client' };

    it('and another client replaces and deletes them only with `admin`', async () => {
      const { id: segment_id } = await upload(owner);
      await expect(upload(other, segment_id)).rejects.toMatchObject(refused);
      await expect(world.bus.call(getSegment, { segment_id, by: other })).rejects.toMatchObject(refused);
      await upload(owner, segment_id);
      await upload(admin, segment_id);
      await world.processed(segment_id);
      await expect(world.bus.call(deleteSegment, { segment_id, by: other })).rejects.toMatchObject(refused);
      expect(await world.bus.call(deleteSegment, { segment_id, by: owner })).toEqual({ deleted: true });
    });

    it('and without a recorded owner they keep none: every client replaces and deletes them', async () => {
      const { id: segment_id } = await upload();
      await upload(admin, segment_id);
      await upload(owner, segment_id);
      await world.processed(segment_id);
      expect(await world.bus.call(deleteSegment, { segment_id, by: other })).toEqual({ deleted: true });
    });
  });

  it('are limited in number, also when they are made at once', async () => {
    const [{ n } = { n: 0 }] = await world.sql<{ n: number }>('SELECT count(*)::int AS n FROM segment');
    const results = await Promise.allSettled(Array.from({ length: 23 - n }, () => upload()));
    const failed = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatchObject({ code: 'segments-too-many' });
  });
});
