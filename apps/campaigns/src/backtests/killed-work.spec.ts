import { beginCodeImport, getCodeImport, takeCodes } from '@ces/contracts/campaigns/coupon-codes';
import { createCoupon, getCoupon } from '@ces/contracts/campaigns/coupons';
import { getBacktest } from '@ces/contracts/campaigns/backtests';
import { pastEvents } from '@ces/contracts/events/past-events';
import { newId } from '@ces/messaging/storage/ids';
import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { migratedDatabase } from '@ces/testing/servers/migrated-database';
import type { PrivateDatabase } from '@ces/testing/servers/private-database';
import { serviceProcess } from '@ces/testing/services/service-process';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { campaignsSchema } from '../campaigns.schema.js';

const [events, pageSize, codes, codesAtOnce] = [3_000, 100, 40_000, 5_000];

describeIfSet('CLUSTERS')('a backtest and an import of codes during a kill -9 of campaigns', () => {
  let database: PrivateDatabase;
  let client: Client;
  let messaging: GuardedNats;

  beforeAll(async () => {
    database = await migratedDatabase('campaigns', campaignsSchema);
    client = new Client({ connectionString: database.url });
    await client.connect();
    messaging = await GuardedNats.start();
    const connection = await messaging.nats.connection();
    connection.subscribe(messaging.nats.subject('rpc', pastEvents.subject), {
      callback: (_error, message) => {
        const from = Number(message.json<{ after?: string }>().after ?? 0);
        message.respond(JSON.stringify(page(from)));
      },
    });
  });

  afterAll(async () => {
    await messaging.stop();
    await client.end();
    await database.drop();
  });

  const log = Array.from({ length: events }, (_, index) => ({
    ...{ id: newId(), user_id: `U${index % 50}`.padEnd(25, 'x'), received_at: '2026-11-21T09:30:00.000Z' },
    data: '{"amount": 1}',
  }));
  const page = (from: number) => ({
    events: log.slice(from, from + pageSize),
    next: from + pageSize < events ? String(from + pageSize) : null,
    at: '2026-11-21T09:30:00.000Z',
  });

  it('go on after the next start, and judge, add and count each once', async () => {
    const env = {
      DATABASE_URL: database.url,
      ...messaging.settings('campaigns'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    const { bus } = messaging;
    let service = await serviceProcess('campaigns', env);
    const coupon = await bus.call(createCoupon, { title: 'Coffee' });
    const import_id = randomUUID();
    for (let part = 0; part * codesAtOnce < codes; part += 1) {
      const lines = Array.from({ length: codesAtOnce }, (_, index) => part * codesAtOnce + index + 1);
      await bus.call(takeCodes, { import_id, part, lines, codes: lines.map((line) => `C-${line}`) });
    }
    const backtest = randomUUID();
    const caps = [{ scope: 'user', window: { type: 'total' }, max: 10 }];
    const effects = [{ type: 'transaction', stack_id: randomUUID(), block_id: null, value: 1 }];
    const document = { name: 'Killed', trigger: { event_name: 'e' }, condition: 'event.amount > 0', effects, caps };
    const schema = { type: 'object', properties: { amount: { type: 'integer' } } };
    await client.query(
      `INSERT INTO backtest (id, document, schema, since, until, read_until)
       VALUES ($1, $2, $3, '2026-11-01', now(), '2026-11-01')`,
      [backtest, JSON.stringify(document), JSON.stringify(schema)],
    );
    await bus.call(beginCodeImport, { id: coupon.id, import_id, parts: codes / codesAtOnce });
    const readImport = () => bus.call(getCodeImport, { id: coupon.id, import_id });
    const readBacktest = () => bus.call(getBacktest, { id: backtest });
    await eventually(
      async () => {
        expect((await readImport()).added).toBeGreaterThan(0);
        expect((await readBacktest()).judged).toBeGreaterThan(0);
      },
      20_000,
      10,
    );
    await service.kill();
    service = await serviceProcess('campaigns', env);
    await eventually(async () => {
      expect(await readImport()).toMatchObject({ state: 'finished', added: codes, refused: 0 });
      expect(await readBacktest()).toMatchObject({
        ...{ state: 'finished', judged: events, granted: 500, points: 500 },
        refused: { caps: events - 500 },
      });
    }, 60_000);
    expect(await bus.call(getCoupon, { id: coupon.id })).toMatchObject({ available: codes });
    await service.stop();
  }, 150_000);
});
