import { eventually } from '@ces/testing/eventually';
import type { Platform } from '../../../../../e2e/platform/platform.js';
import { numbered, WebhookWorld } from '../../../test/webhook-world.js';
import { Dispatcher } from './dispatcher.service.js';
import { QueueService, type Room } from './claim.store.js';
import { Settlements, type Settlement } from '../record/record.store.js';

describe('a webhook that has let others go first', () => {
  let platform: Platform;
  let world: WebhookWorld;

  beforeAll(async () => {
    // Twelve places for the fast webhooks of one client; when eleven are taken, it is short of them.
    world = await WebhookWorld.start({ WEBHOOK_CONCURRENCY: '4' });
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  /** From now on nobody looks because time has passed. */
  const stopTheClock = () => {
    for (const timer of Reflect.get(platform.webhooks.get(Dispatcher), 'timers') as NodeJS.Timeout[])
      clearInterval(timer);
  };
  /** Stops whoever looks when the client has its share, and then whoever has found all that came and looks for more. */
  const watchLooks = (letGone: Promise<undefined>) => {
    const queue = platform.webhooks.get(QueueService);
    const claim = queue.claim.bind(queue);
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
    Object.assign(queue, { claim: watched });
    return { crowded: crowded.promise, goOn: goOn.resolve };
  };
  /** Once it is about to let go, others are told, and it only does so a moment later. */
  const delayRelease = (webhookId: () => string) => {
    const settlements = platform.webhooks.get(Settlements);
    const settle = settlements.settle.bind(settlements);
    const about = Promise.withResolvers<undefined>();
    const delayed = async (settlement: Settlement) => {
      if (settlement.webhook_id === webhookId() && settlement.lease === 'release') {
        about.resolve(undefined);
        await new Promise(setImmediate);
      }
      return settle(settlement);
    };
    Object.assign(settlements, { settle: delayed });
    return about.promise;
  };

  it('is found again though nobody is short of places any more when it has gone', async () => {
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
    // Three come with it that cannot be read: so many that there may be more, and nobody else is in the way.
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
  }, 60_000);
});
