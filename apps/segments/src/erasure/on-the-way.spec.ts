import { importSegment, takePart } from '@ces/contracts/segments/segments';
import { newId } from '@ces/messaging/storage/ids';
import { dump } from '@ces/testing/dump';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../../../../e2e/platform/platform.js';
import * as forms from '@ces/testing/segment-forms';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { SegmentWorld } from '../../test/segment-world.js';
import { tableOf } from '../files/file-table.js';
import { FilesService } from '../files/files.service.js';

describe('erasure of what is on its way', () => {
  let world: SegmentWorld;
  let platform: Platform;
  let client: Client;

  beforeAll(async () => {
    world = await SegmentWorld.start();
    ({ platform } = world);
    const { url } = platform.segments.get(DataSource).options as { url: string };
    client = new Client({ connectionString: url });
    await client.connect();
  }, 60_000);

  afterAll(async () => {
    await client.end();
    await world.stop();
  });

  const copied = (user: string) =>
    eventually(async () => {
      const { rowCount } = await client.query('SELECT FROM connection WHERE user_id = $1', [user]);
      expect(rowCount).toBe(1);
    });
  const requestErasure = async (user_id: string) => {
    await platform.api.post(`/api/1/user/${user_id}/delete`);
    await world.tellErased(user_id);
  };
  const receipt = (user_id: string) =>
    eventually(async () => {
      expect(await world.receipts(user_id)).toBeGreaterThan(0);
    }, 20_000);
  const erase = async (user_id: string) => {
    await requestErasure(user_id);
    await receipt(user_id);
  };
  /** In this service's tables; identity's stream is identity's business. */
  const linesWith = async (text: string) =>
    (await dump(platform.segments)).split('\n').filter((line) => line.startsWith('public.') && line.includes(text));

  it('an identifier that comes in with the last part of an upload is not kept after the receipt', async () => {
    const owner = `owner-${randomUUID()}`;
    const user = await forms.connect(platform, owner);
    await copied(user);
    const document_id = newId();
    await world.bus.call(takePart, { document_id, part: 0, count: 1, lines: 'somebody\n' });
    await erase(user);
    await world.bus.call(takePart, { document_id, part: 1, count: 2, lines: `${owner}\n${owner}\n` });
    const upload = { document_id, parts: 2, title: 'Cut', identifier: 'acme', file_name: 'a.csv' };
    const { id } = await world.bus.call(importSegment, upload);
    expect(await forms.processed(platform, id)).toMatchObject({ externalUserCount: 1, internalUserCount: 0 });
    expect(await linesWith(owner)).toEqual([]);
  });

  it('an identifier that is erased while its file becomes a set is not kept, nor counted', async () => {
    const owner = `owner-${randomUUID()}`;
    const user = await forms.connect(platform, owner);
    await copied(user);
    const document_id = newId();
    await world.bus.call(takePart, { document_id, part: 0, count: 3, lines: `${owner}\n${owner}\nsomebody\n` });
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${tableOf(document_id)} IN ACCESS SHARE MODE`);
    const upload = { document_id, parts: 1, title: 'Twice', identifier: 'acme', file_name: 'a.csv' };
    const { id } = await world.bus.call(importSegment, upload);
    await eventually(async () => {
      const lock = `relation = $1::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`;
      expect((await client.query(`SELECT FROM pg_locks WHERE ${lock}`, [tableOf(document_id)])).rowCount).toBe(1);
    });
    await requestErasure(user);
    await Promise.race([receipt(user), sleep(500)]);
    await client.query('COMMIT');
    await receipt(user);
    expect(await forms.processed(platform, id)).toMatchObject({ externalUserCount: 1, internalUserCount: 0 });
    expect(await linesWith(owner)).toEqual([]);
  }, 60_000);

  it('is not heeded by a later upload, and forgotten when no earlier one is left', async () => {
    const owner = `owner-${randomUUID()}`;
    const user = await forms.connect(platform, owner);
    await copied(user);
    await erase(user);
    expect(await forms.importAndProcess(platform, owner)).toMatchObject({ externalUserCount: 1 });
    const digests = async () => (await client.query('SELECT FROM erased_owner')).rowCount;
    const tidy = () => platform.segments.get(FilesService).sweep();
    await tidy();
    expect(await digests()).not.toBe(0);
    await client.query(`UPDATE erased_owner SET erased_at = erased_at - interval '2 minutes'`);
    const document_id = newId();
    await world.bus.call(takePart, { document_id, part: 0, count: 1, lines: 'somebody\n' });
    await client.query(`UPDATE file SET created_at = created_at - interval '1 hour' WHERE id = $1`, [document_id]);
    await tidy();
    expect(await digests()).not.toBe(0);
    await client.query(`UPDATE file SET touched_at = touched_at - interval '2 hours' WHERE id = $1`, [document_id]);
    await tidy();
    expect(await digests()).toBe(0);
  });

  it('leaves no identifier as the place where the comparison with identity stands still', async () => {
    const owner = `owner-${randomUUID()}`;
    const user = await forms.connect(platform, owner);
    await copied(user);
    await client.query(`SELECT pg_advisory_lock(hashtextextended('walk through connections', 0))`);
    await client.query('UPDATE connection_walk SET position = $1', [{ provider_name: 'acme', owner_id: owner }]);
    await erase(user);
    expect(await linesWith(owner)).toEqual([]);
    await client.query(`SELECT pg_advisory_unlock(hashtextextended('walk through connections', 0))`);
  });
});
