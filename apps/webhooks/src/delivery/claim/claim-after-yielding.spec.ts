import { eventually } from '@ces/testing/eventually';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';
import { Dispatcher } from './dispatcher.service.js';
import { ClaimStore, type Room } from './claim.store.js';
import type { DeliveryRecord } from '../record/delivery-record.js';
import { Recorder } from '../record/recorder.service.js';

describe('a webhook that yielded its place', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    // Gives twelve places to the fast webhooks of one client; with eleven taken, the client is short of places.
    world = await WebhookWorld.start({ WEBHOOK_CONCURRENCY: '4' });
  });

  afterAll(() => world.stop());

  /** Stops the regular looks. */
  const stopTheClock = () => {
    for (const timer of Reflect.get(world.app.get(Dispatcher), 'timers') as NodeJS.Timeout[]) clearInterval(timer);
  };
  /** Stops the claim that finds the client's share full, and then the second claim after it. */
  const watchLooks = (letGone: Promise<undefined>) => {
    const store = world.app.get(ClaimStore);
    const claim = store.claim.bind(store);
    const [crowded, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let since: number | undefined;
    const watched: typeof claim = async (room: Room, ...rest) => {
      if (since === undefined) {
        if (!room.full.some((share) => share.of === 'client')) return claim(room, ...rest);
        crowded.resolve(undefined);
        await goOn.promise;
        since = 0;
        return [];
      }
      since += 1;
      if (since !== 2) return claim(room, ...rest);
      await letGone;
      return [];
    };
    Object.assign(store, { claim: watched });
    return { crowded: crowded.promise, goOn: goOn.resolve };
  };
  /** Tells when the lease of this webhook is about to be released, and releases it a moment later. */
  const delayRelease = (webhookId: () => string) => {
    const recorder = world.app.get(Recorder);
    const record = recorder.record.bind(recorder);
    const about = Promise.withResolvers<undefined>();
    const delayed = async (given: DeliveryRecord) => {
      if (given.webhook_id === webhookId() && given.lease === 'release') {
        about.resolve(undefined);
        await new Promise(setImmediate);
      }
      return record(given);
    };
    Object.assign(recorder, { record: delayed });
    return about.promise;
  };

  it('is claimed again although no share is short any more when its lease is released', async () => {
    await world.registerMany(numbered('/other', 11));
    const { id } = await world.register('/patient');
    await world.sql('UPDATE delivery SET last_ms = 1');
    const hold = world.receiver.hold('/');
    stopTheClock();
    let watchedId = '';
    const looks = watchLooks(delayRelease(() => watchedId));
    await world.transactions(['first']);
    await looks.crowded;
    hold.letGo();
    await world.arrived('/patient', ['first']);
    const free = () => world.sql('SELECT FROM delivery WHERE lease_until <= now()');
    await eventually(async () => {
      expect(await free()).toHaveLength(12);
    });
    // Leaves three other webhooks, which cannot be read: the claim is then as large as its limit, and no courier takes a place.
    await world.sql(`DELETE FROM webhook WHERE url ~ '/other-([3-9]|1.)$'`);
    await world.sql(`UPDATE webhook SET headers = 'sealed by another key' WHERE id <> $1`, [id]);
    const rest = numbered('rest', 150);
    await world.transactions(rest);
    await eventually(async () => {
      expect((await world.details(id)).queue.waiting).toBe(150);
    });
    watchedId = id;
    looks.goOn(undefined);
    await world.arrived('/patient', ['first', ...rest]);
  });
});
