import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { serviceProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { Client } from 'pg';
import { SegmentWorld } from '../../test/segment-world.js';
import { identifierTable } from '../files/identifier-table.js';
import { MatchWorker } from './match-worker.service.js';

describe('a file at work in a replica', () => {
  let world: SegmentWorld;
  let other: ServiceProcess;
  let client: Client;

  beforeEach(async () => {
    world = await SegmentWorld.start();
    // The spec's own replica only watches, so that the other one takes the file.
    await world.service.app.get(MatchWorker).onModuleDestroy();
    const { database, messaging } = world.service;
    other = await serviceProcess('segments', { DATABASE_URL: database.url, ...messaging.settings('segments') });
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterEach(async () => {
    await other.kill();
    await client.end();
    await world.stop();
  });

  /** Stops the other replica while it gives a file its index, and lets this one work. Returns the segment and the moment. */
  const interrupt = async (stop: () => unknown): Promise<{ id: string; at: number }> => {
    const uploadId = newId();
    await world.takePart(uploadId, 0, ['a', 'b']);
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${identifierTable(uploadId)} IN SHARE UPDATE EXCLUSIVE MODE`);
    const { id } = await world.finish(uploadId, 1);
    await untilBlocked(client);
    await stop();
    await client.query('ROLLBACK');
    world.service.app.get(MatchWorker).onApplicationBootstrap();
    return { id, at: Date.now() };
  };
  const leases = () => world.sql(`SELECT name FROM lease WHERE starts_with(name, 'match ')`);

  it('is taken over when the replica dies, long before the lease expires', async () => {
    const { id, at } = await interrupt(() => other.kill());
    expect(await world.processed(id)).toMatchObject({ externalUserCount: 2 });
    // Three seconds until it is taken over, and the work, which takes long on a busy machine. The lease expires after 20.
    expect(Date.now() - at).toBeLessThan(10_000);
    expect(await leases()).toEqual([]);
  });

  it('is taken over within 20 s when the replica is frozen, which changes nothing afterwards', async () => {
    const { id, at } = await interrupt(() => {
      other.freeze();
    });
    // The spec reads the table, because some calls would go to the frozen replica.
    const segment = () => world.sql('SELECT * FROM segment WHERE id = $1', [id]);
    await eventually(async () => {
      expect(await segment()).toMatchObject([{ state: 'processed' }]);
    }, 30_000);
    expect(Date.now() - at).toBeLessThan(20_000);
    const processed = await segment();
    other.thaw();
    // A file that comes later is processed as well.
    await world.importAndProcess(['c']);
    expect(await segment()).toEqual(processed);
    expect(await world.read(id)).toMatchObject({ state: 'processed', externalUserCount: 2 });
    expect(await leases()).toEqual([]);
  }, 90_000);
});
