import { connectionCreated } from '@ces/contracts/identity/users';
import { segmentProcessed, type SegmentProcessed } from '@ces/contracts/segments/segments';
import { eventually } from '@ces/testing/eventually';
import { register } from 'prom-client';
import { WebhookWorld } from '../../test/webhook-world.js';

describe('the fan-out of facts', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
  });

  afterAll(() => world.stop());

  it('passes on the published fields only, and a repeated fact only once', async () => {
    await world.register('/segments', { events: ['segment-processed'] });
    const data: SegmentProcessed = {
      id: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
      name: 'Newsletter readers',
      identifier: 'acme-login',
      externalUserCount: 3,
      internalUserCount: 2,
      documentID: '01981c5e-81b2-7d01-8c44-5a0c1d2e3f40',
      fileName: 'readers.csv',
      updated: '2026-11-21T09:30:00.000+00:00',
    };
    const ours = { ...data, importer: 'internal' };
    const ids = await world.tell(segmentProcessed, [ours]);
    // Facts may arrive twice.
    await world.tell(segmentProcessed, [ours], ids);
    await world.tell(segmentProcessed, [{ ...ours, name: 'Last' }]);
    await eventually(() => {
      const events = world.receiver.at('/segments').flatMap((each) => each.events);
      expect(events).toEqual([
        { name: 'segment-processed', data },
        { name: 'segment-processed', data: { ...data, name: 'Last' } },
      ]);
    });
  });

  it('loses no fact while the log has no clock, as after half a restore', async () => {
    await world.register('/clock', { events: ['connection-created'] });
    const [clock] = await world.sql<{ row: string }>('SELECT to_jsonb(c)::text AS row FROM log_clock c');
    await world.sql('DELETE FROM log_clock');
    const data = { provider_name: 'acme', owner_id: 'b', user_id: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' };
    await world.tell(connectionCreated, [data]);
    await eventually(async () => {
      const { values } = (await register.getSingleMetric('ces_facts_total')?.get()) ?? { values: [] };
      const failed = values.filter(({ labels, value }) => labels['end'] === 'failed' && value > 0);
      expect(failed).not.toEqual([]);
    });
    await world.sql('INSERT INTO log_clock SELECT * FROM jsonb_populate_record(null::log_clock, $1)', [clock?.row]);
    await eventually(() => {
      const events = world.receiver.at('/clock').flatMap((each) => each.events);
      expect(events).toEqual([{ name: 'connection-created', data }]);
    }, 20_000);
  });

  it('tells nobody of connections that came with an import', async () => {
    await world.register('/connections', { events: ['connection-created'] });
    const data = { provider_name: 'acme', owner_id: 'a', user_id: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' };
    await world.tell(connectionCreated, [{ ...data, owner_id: 'imported', imported: true }]);
    await world.tell(connectionCreated, [data]);
    await eventually(() => {
      const events = world.receiver.at('/connections').flatMap((each) => each.events);
      expect(events).toEqual([{ name: 'connection-created', data }]);
    });
  });
});
