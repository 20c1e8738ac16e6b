import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { connect, importAndProcess } from '@ces/testing/gateway/segment-forms';
import { privateDatabase } from '@ces/testing/servers/private-database';
import { privatePgBouncer, type PrivatePgBouncer } from '@ces/testing/servers/private-pgbouncer';
import { randomUUID } from 'node:crypto';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { CampaignWorld } from '../platform/campaign-world.js';
import { Platform, type MakeDatabase } from '../platform/platform.js';

describeIfSet('PGBOUNCER')('all services behind PgBouncer in transaction mode', () => {
  let pgbouncer: PrivatePgBouncer;
  let platform: Platform;
  let receiver: Receiver;

  beforeAll(async () => {
    // More than half of DATABASE_POOL: a command with a key holds one session and may need a second one.
    pgbouncer = await privatePgBouncer(8);
    const makeDatabase: MakeDatabase = async (name, migrate) => {
      const database = await privateDatabase(name, migrate);
      return { ...database, url: pgbouncer.through(database.url) };
    };
    const settings = { DATABASE_POOLER: 'transaction' };
    platform = await Platform.on(makeDatabase, settings, 1, 'cards', 'segments', 'campaigns', 'webhooks');
    receiver = await Receiver.start();
  }, 120_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await pgbouncer.stop();
  });

  it('carry events of fifty users to slips and to a webhook', async () => {
    const world = new CampaignWorld(platform);
    const subscription = { events: ['coupon-slip-claimed-event'], url: `${receiver.url}/slips` };
    expect((await platform.api.post('/api/1/terminal/webhooks', subscription)).status).toBe(201);
    const [event, coupon] = [await world.newEvent(), await world.newCoupon({ generate: { count: 50 } })];
    await world.run({ trigger: { event_name: event }, effects: [{ type: 'claim_coupon', coupon_id: coupon.id }] });
    const users = await Promise.all(Array.from({ length: 50 }, () => world.newUser()));
    await Promise.all(users.map((user) => world.send(user, event)));
    const told = await eventually(() => {
      const events = receiver.at('/slips').flatMap((each) => each.events);
      expect(events).toHaveLength(50);
      return events;
    }, 30_000);
    expect(told.map(({ data }) => (data as { userId: string }).userId).sort()).toEqual([...users].sort());
  });

  it('answer fifty requests at once that have a key, each once', async () => {
    const requests = Array.from({ length: 50 }, () => ({ owner: randomUUID(), key: randomUUID() }));
    const send = ({ owner, key }: (typeof requests)[0]) =>
      platform.api.post(`/api/1/oauth2/provider/acme/${owner}`, undefined, { 'Idempotency-Key': key });
    const first = await Promise.all(requests.map(send));
    expect(first.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const again = await Promise.all(requests.map(send));
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  });

  it('import and match a file of a segment', async () => {
    const owner = randomUUID();
    await connect(platform, owner);
    const segment = await importAndProcess(platform, `${owner}\n`);
    expect(segment).toMatchObject({ externalUserCount: 1, internalUserCount: 1 });
  });
});
