import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import type { Platform } from '../../../../e2e/platform/platform.js';
import { DataSource } from 'typeorm';
import { WebhookWorld } from '../../test/webhook-world.js';
import type { Reader } from './log-event.js';
import { LogService } from './log.service.js';
import { LogTail } from './log-tail.js';

/** A log whose pages may take a while to arrive. */
class SlowLog extends LogService {
  arrival = Promise.resolve();
  read = 0;

  override async readOn(after: number, limit: number): ReturnType<LogService['readOn']> {
    const page = await super.readOn(after, limit);
    this.read += 1;
    await this.arrival;
    return page;
  }
}

describe('the end of the log that a process has at hand', () => {
  let platform: Platform;
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
    ({ platform } = world);
    await world.register('/tail');
    await log(['before']);
    await erase();
  }, 60_000);

  afterAll(() => world.stop());

  const reader: Reader = { webhook_id: newId(), client_id: 'c', names: ['transaction-created'] };
  const erase = async () => {
    await world.sql('DELETE FROM event');
    await world.sql('UPDATE log_clock SET erasures = erasures + 1');
  };
  const log = (ids: string[]) =>
    world.transactions(ids).then(() =>
      eventually(async () => {
        expect(await world.sql('SELECT FROM event')).toHaveLength(ids.length);
      }),
    );

  it('does not take in what was read before an erasure, and arrives after it', async () => {
    const slow = new SlowLog(platform.webhooks.get(DataSource));
    const tail = new LogTail(slow);
    await tail.refresh();
    const start = await slow.end();
    await log(['a', 'b']);
    let arrive = (): void => undefined;
    slow.arrival = new Promise((resolve) => (arrive = resolve));
    const { read } = slow;
    const refreshed = tail.refresh();
    await eventually(() => {
      expect(slow.read).toBe(read + 1);
    });
    await erase();
    tail.drop();
    arrive();
    await refreshed;
    expect((await tail.next(reader, start, 100)).events).toEqual([]);
  });

  it('forgets everything at the next look where the word of an erasure was lost', async () => {
    const tail = new LogTail(platform.webhooks.get(LogService));
    await tail.refresh();
    const start = await platform.webhooks.get(LogService).end();
    await log(['c', 'd']);
    await tail.refresh();
    expect(tail.take(reader, start, 100)?.events).toHaveLength(2);
    await erase();
    await tail.refresh();
    expect((await tail.next(reader, start, 100)).events).toEqual([]);
  });
});
