import { eventually } from '@ces/testing/eventually';
import { setImmediate } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { appendLock } from '../../apps/events/src/log/append-lock.js';
import { EventIntake } from '../../apps/gateway/src/events/intake/event-intake.js';
import { EventWorld } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

/** As many as a gateway lets wait, and those of the calls under way. */
const flood = 10_600;

describe('row 2 while as many events wait as a gateway takes', () => {
  let platform: Platform;
  let world: EventWorld;

  beforeAll(async () => {
    platform = await Platform.start();
    world = await new EventWorld(platform).prepare();
  });

  afterAll(() => platform.stop());

  const database = () => platform.services.events.get(DataSource);

  /** Makes the events service wait before it writes events. The result lets it go on. */
  async function holdUp(): Promise<() => Promise<void>> {
    const holder = database().createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT pg_advisory_xact_lock($1)', [appendLock]);
    return async () => {
      await holder.commitTransaction();
      await holder.release();
    };
  }

  /** The ids of those that are accepted, or undefined. */
  function submitMany(count: number): Promise<string | undefined>[] {
    const [gateway] = platform.gateways;
    if (!gateway) throw new Error('there is no gateway');
    const intake = gateway.get(EventIntake);
    const event = { client_id: platform.credentials.id, user_id: world.user, event_name: 'purchase' };
    return Array.from({ length: count }, () =>
      intake.accept({ ...event, data: '{"amount":1}' }).then(
        (result) => ('accepted' in result ? result.accepted.id : undefined),
        () => undefined,
      ),
    );
  }

  it('answers 503 with Retry-After, stores each accepted event, and lets the refused one be sent again', async () => {
    expect((await world.send({ amount: 1 })).status).toBe(202);
    const key = { 'Idempotency-Key': 'sent again' };
    const goOn = await holdUp();
    const sent: Promise<string | undefined>[] = [];
    const refused = eventually(async () => {
      sent.push(...submitMany(flood));
      // Two calls begin, which makes room.
      await setImmediate();
      sent.push(...submitMany(flood));
      const { status, headers, body } = await world.send({ amount: 2 }, key);
      expect([status, headers.get('retry-after'), body]).toEqual([
        ...[503, '1'],
        expect.objectContaining({
          code: 'service-unavailable',
          detail: 'More events are waiting than can be taken in.',
        }),
      ]);
    });
    await refused.finally(goOn);
    const accepted = (await Promise.all(sent)).filter((id) => id !== undefined);
    expect(accepted.length).toBeGreaterThan(0);
    await eventually(async () => {
      expect((await world.send({ amount: 2 }, key)).status).toBe(202);
    });
    const [stored] = await database().query<{ accepted: number; again: number }[]>(
      `SELECT count(*) FILTER (WHERE id = ANY ($1::uuid[]))::int AS accepted,
              count(*) FILTER (WHERE data::json->>'amount' = '2')::int AS again FROM event_log`,
      [accepted],
    );
    expect(stored).toEqual({ accepted: new Set(accepted).size, again: 1 });
    expect(new Set(accepted).size).toBe(accepted.length);
  });
});
