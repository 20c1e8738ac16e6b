import { dropUpload } from '@ces/contracts/segments/segments';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SegmentWorld } from '../../test/segment-world.js';
import { identifierTable } from './identifier-table.js';

describe('uploads', () => {
  let world: SegmentWorld;
  let other: Client;

  beforeAll(async () => {
    world = await SegmentWorld.start({ IDENTIFIERS_PER_FILE: '5' });
    other = new Client({ connectionString: world.service.database.url });
    await other.connect();
  });

  afterAll(async () => {
    await other.end();
    await world.stop();
  });

  const begin = (id: string) => world.takePart(id, 0, ['a']);
  const drop = (document_id: string) => world.bus.call(dropUpload, { document_id });
  const tables = async (ids: string[]) =>
    (
      await world.sql<{ name: string }>('SELECT tablename AS name FROM pg_tables WHERE tablename = ANY ($1)', [
        ids.map(identifierTable),
      ])
    ).map(({ name }) => name);

  const kept = async (id: string) => {
    const files = await world.sql<{ state: string }>('SELECT state FROM file WHERE id = $1', [id]);
    return [files[0]?.state, (await world.sql(`SELECT FROM ${identifierTable(id)}`)).length];
  };

  it('take their parts in order, each once', async () => {
    const id = randomUUID();
    await expect(world.takePart(id, 1, ['b'])).rejects.toMatchObject({ code: 'service-unavailable' });
    await begin(id);
    await world.takePart(id, 1, ['b']);
    await expect(world.takePart(id, 1, ['b'])).rejects.toMatchObject({ code: 'service-unavailable' });
    await expect(world.finish(id, 3)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(await kept(id)).toEqual(['uploading', 2]);
    expect(await world.finish(id, 2)).toMatchObject({ state: 'pending', documentID: id });
  });

  it('take as many lines as a file may have, and refuse one more', async () => {
    const id = randomUUID();
    await world.takePart(id, 0, ['a', 'b', 'c', 'd', 'd']);
    await expect(world.takePart(id, 1, ['e'])).rejects.toMatchObject({
      code: 'csv-invalid',
      extras: { errors: [{ pointer: '#/file', code: 'lines' }] },
    });
    expect(await kept(id)).toEqual(['uploading', 5]);
  });

  it('refuse a NUL', async () => {
    await expect(world.takePart(randomUUID(), 0, ['a\0'])).rejects.toMatchObject({ code: 'validation-failed' });
  });

  it('stay when they are dropped after their import', async () => {
    const id = randomUUID();
    await begin(id);
    const segment = await world.finish(id, 1);
    await drop(id);
    expect(await world.processed(segment.id)).toMatchObject({ externalUserCount: 1 });
  });

  it('refuse the first part after they were dropped', async () => {
    const id = randomUUID();
    await drop(id);
    await drop(id);
    await expect(begin(id)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(await kept(id)).toEqual(['retired', 0]);
  });

  it('keep nothing when they are dropped while the first part is in its transaction', async () => {
    const id = randomUUID();
    await other.query('BEGIN');
    await other.query('INSERT INTO file (id, parts) VALUES ($1, 1)', [id]);
    await other.query(`CREATE TABLE ${identifierTable(id)} AS SELECT 'a' AS identifier`);
    const dropped = drop(id);
    await untilBlocked(other);
    await other.query('COMMIT');
    await dropped;
    expect(await kept(id)).toEqual(['retired', 0]);
  });

  it('are deleted when they are abandoned; one whose table is in use is deleted later', async () => {
    const [used, free] = [randomUUID(), randomUUID()];
    await begin(used);
    await begin(free);
    const age = (id: string, by: string) =>
      world.sql('UPDATE file SET touched_at = now() - $2::interval WHERE id = $1', [id, by]);
    await age(used, '3 hours');
    await age(free, '2 hours');
    await other.query('BEGIN');
    await other.query(`SELECT FROM ${identifierTable(used)}`);
    await world.runChore('delete-files');
    expect(await tables([used, free])).toEqual([identifierTable(used)]);
    await other.query('COMMIT');
    await age(used, '3 hours');
    await world.runChore('delete-files');
    expect(await tables([used, free])).toEqual([]);
    expect(await world.sql('SELECT FROM file WHERE id = ANY ($1)', [[used, free]])).toEqual([]);
  });

  it('are imported once, and the second import of one changes nothing', async () => {
    const id = randomUUID();
    await begin(id);
    const segment = await world.finish(id, 1);
    await world.processed(segment.id);
    await expect(world.finish(id, 1)).rejects.toMatchObject({ code: 'service-unavailable' });
    await expect(world.finish(id, 1, { segment_id: segment.id, title: 'Again' })).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    expect(await world.read(segment.id)).toMatchObject({ state: 'processed', name: 'Readers' });
    await expect(world.takePart(id, 1, ['b'])).rejects.toMatchObject({ code: 'service-unavailable' });
  });

  it('that cannot be processed wait, and do not hold up the others', async () => {
    const [broken, sound] = [randomUUID(), randomUUID()];
    await begin(broken);
    await other.query(`ALTER TABLE ${identifierTable(broken)} RENAME TO away`);
    const { id: stuck } = await world.finish(broken, 1);
    await begin(sound);
    const { id } = await world.finish(sound, 1);
    expect(await world.processed(id)).toMatchObject({ externalUserCount: 1 });
    const later = 'SELECT FROM file WHERE id = $1 AND not_before > now()';
    await eventually(async () => {
      expect(await world.sql(later, [broken])).toHaveLength(1);
    });
    await other.query(`ALTER TABLE away RENAME TO ${identifierTable(broken)}`);
    await world.sql('UPDATE file SET not_before = now() WHERE id = $1', [broken]);
    expect(await world.processed(stuck)).toMatchObject({ externalUserCount: 1 });
  });

  it('are kept for an hour without a new part, and a retired file for a minute', async () => {
    const [young, old, retired] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [young, old, retired]) await begin(id);
    await drop(retired);
    const age = (id: string, by: string) =>
      world.sql('UPDATE file SET touched_at = now() - $2::interval WHERE id = $1', [id, by]);
    await age(young, '59 minutes');
    await age(old, '61 minutes');
    await age(retired, '50 seconds');
    await world.runChore('delete-files');
    expect(await tables([old])).toEqual([]);
    expect(await tables([young, retired])).toHaveLength(2);
    await age(retired, '70 seconds');
    await world.runChore('delete-files');
    expect(await tables([young, retired])).toEqual([identifierTable(young)]);
  });
});
