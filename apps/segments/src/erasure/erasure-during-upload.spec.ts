import { newId } from '@ces/messaging/storage/ids';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SegmentWorld } from '../../test/segment-world.js';
import { identifierTable } from '../files/identifier-table.js';

describe('the erasure of an identifier whose file is coming in', () => {
  let world: SegmentWorld;
  let client: Client;

  beforeAll(async () => {
    world = await SegmentWorld.start();
    client = new Client({ connectionString: world.service.database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await world.stop();
  });

  const connect = async (owner: string) => {
    const user = await world.identity.connect(owner);
    await world.copied(user);
    return user;
  };
  const requestErasure = async (user: string) => {
    world.identity.erase(user);
    await world.identity.tellErased(user);
  };
  const receipt = (user: string) =>
    eventually(async () => {
      expect(await world.receipts(user)).toBeGreaterThan(0);
    }, 20_000);
  const erase = async (user: string) => {
    await requestErasure(user);
    await receipt(user);
  };
  /** Rows of this service's tables; the stream of identity keeps its facts. */
  const linesWith = async (text: string) =>
    (await dump(world.service.app)).split('\n').filter((line) => line.startsWith('public.') && line.includes(text));

  it('deletes an identifier that comes in with the last part of an upload after the receipt', async () => {
    const owner = `owner-${randomUUID()}`;
    const user = await connect(owner);
    const uploadId = newId();
    await world.takePart(uploadId, 0, ['another']);
    await erase(user);
    await world.takePart(uploadId, 1, [owner, owner]);
    const { id } = await world.finish(uploadId, 2);
    expect(await world.processed(id)).toMatchObject({ externalUserCount: 1, internalUserCount: 0 });
    expect(await linesWith(owner)).toEqual([]);
  });

  it('neither keeps nor counts an identifier that is erased while its file becomes a set', async () => {
    const owner = `owner-${randomUUID()}`;
    const user = await connect(owner);
    const uploadId = newId();
    const table = identifierTable(uploadId);
    await world.takePart(uploadId, 0, [owner, owner, 'another']);
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS SHARE MODE`);
    const { id } = await world.finish(uploadId, 1);
    await untilBlocked(client);
    await requestErasure(user);
    await Promise.race([receipt(user), sleep(500)]);
    await client.query('COMMIT');
    await receipt(user);
    expect(await world.processed(id)).toMatchObject({ externalUserCount: 1, internalUserCount: 0 });
    expect(await linesWith(owner)).toEqual([]);
  });

  it('does not concern a later upload, and its digest is deleted when no earlier upload is left', async () => {
    const owner = `owner-${randomUUID()}`;
    await erase(await connect(owner));
    expect(await world.importAndProcess([owner])).toMatchObject({ externalUserCount: 1 });
    const digests = async () => (await client.query('SELECT FROM erased_owner')).rowCount;
    const deleteFiles = () => world.runChore('delete-files');
    await deleteFiles();
    expect(await digests()).not.toBe(0);
    await client.query(`UPDATE erased_owner SET erased_at = erased_at - interval '2 minutes'`);
    const uploadId = newId();
    await world.takePart(uploadId, 0, ['another']);
    await client.query(`UPDATE file SET created_at = created_at - interval '1 hour' WHERE id = $1`, [uploadId]);
    await deleteFiles();
    expect(await digests()).not.toBe(0);
    await client.query(`UPDATE file SET touched_at = touched_at - interval '2 hours' WHERE id = $1`, [uploadId]);
    await deleteFiles();
    expect(await digests()).toBe(0);
  });

  it('leaves no identifier as the position of the comparison with identity', async () => {
    const owner = `owner-${randomUUID()}`;
    const user = await connect(owner);
    // The comparison goes on from here only after its pause; the erasure is sooner.
    await world.runChore('compare-connections');
    await client.query('UPDATE connection_walk SET position = $1', [{ provider_name: 'acme', owner_id: owner }]);
    await erase(user);
    expect(await linesWith(owner)).toEqual([]);
  });
});
