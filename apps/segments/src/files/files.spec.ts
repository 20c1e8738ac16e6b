import { dropUpload, takePart } from '@ces/contracts/segments/segments';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../../../../e2e/platform/platform.js';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { tableOf } from './file-table.js';
import { FilesService } from './files.service.js';

describe('files', () => {
  let platform: Platform;
  let other: Client;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'segments');
    const { options } = platform.segments.get(DataSource);
    other = new Client({ connectionString: (options as { url?: string }).url });
    await other.connect();
  }, 60_000);

  afterAll(async () => {
    await other.end();
    await platform.stop();
  });

  const rows = <T>(sql: string, values: unknown[] = []) => platform.segments.get(DataSource).query<T[]>(sql, values);
  const bus = () => platform.messaging.bus;
  const begin = (document_id: string) => bus().call(takePart, { document_id, part: 0, count: 1, lines: 'a\n' });
  const drop = (document_id: string) => bus().call(dropUpload, { document_id });
  const tables = async (ids: string[]) =>
    (
      await rows<{ name: string }>('SELECT tablename AS name FROM pg_tables WHERE tablename = ANY ($1)', [
        ids.map(tableOf),
      ])
    ).map(({ name }) => name);

  /** The state of a file, which goes when it is tidied up, and how many identifiers are there. */
  const kept = async (id: string) => {
    const files = await rows<{ state: string }>('SELECT state FROM file WHERE id = $1', [id]);
    return [files[0]?.state, (await rows(`SELECT FROM ${tableOf(id)}`)).length];
  };

  it('refuse the first part of an upload that was dropped before it came', async () => {
    const id = randomUUID();
    await drop(id);
    await drop(id);
    await expect(begin(id)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(await kept(id)).toEqual(['retired', 0]);
  });

  it('keep nothing of an upload that is dropped while its first part is in its transaction', async () => {
    const id = randomUUID();
    await other.query('BEGIN');
    await other.query('INSERT INTO file (id, parts) VALUES ($1, 1)', [id]);
    await other.query(`CREATE TABLE ${tableOf(id)} AS SELECT 'a' AS identifier`);
    const dropped = drop(id);
    await eventually(async () => {
      const waiting = await rows(`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`);
      expect(waiting.length).toBeGreaterThan(0);
    });
    await other.query('COMMIT');
    await dropped;
    expect(await kept(id)).toEqual(['retired', 0]);
  });

  it('are tidied up past one whose table is in use, and that one later', async () => {
    const [used, free] = [randomUUID(), randomUUID()];
    await begin(used);
    await begin(free);
    const age = (id: string, by: string) =>
      rows('UPDATE file SET touched_at = now() - $2::interval WHERE id = $1', [id, by]);
    await age(used, '3 hours');
    await age(free, '2 hours');
    await other.query('BEGIN');
    await other.query(`SELECT FROM ${tableOf(used)}`);
    await platform.segments.get(FilesService).sweep();
    expect(await tables([used, free])).toEqual([tableOf(used)]);
    await other.query('COMMIT');
    await age(used, '3 hours');
    await platform.segments.get(FilesService).sweep();
    expect(await tables([used, free])).toEqual([]);
    expect(await rows('SELECT FROM file WHERE id = ANY ($1)', [[used, free]])).toEqual([]);
  });
});
