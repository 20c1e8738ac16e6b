import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { WebhookWorld } from '../../test/webhook-world.js';
import type { Reader } from './log-event.js';
import { LogService } from './log.service.js';
import { LogStore } from './log.store.js';
import { LogTail } from './log-tail.js';

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

describe('the tail of the log in memory', () => {
  let world: WebhookWorld;

  beforeAll(async () => {
    world = await WebhookWorld.start();
    await world.register('/tail');
    await log(['before']);
    await erase();
  });

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

  it('ignores a page that was read before an erasure and arrives after it', async () => {
    const slow = new SlowLog(world.app.get(LogStore));
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

  it('forgets everything at the next refresh if the wake of an erasure was lost', async () => {
    const tail = new LogTail(world.app.get(LogService));
    await tail.refresh();
    const start = await world.app.get(LogService).end();
    await log(['c', 'd']);
    await tail.refresh();
    expect(tail.take(reader, start, 100)?.events).toHaveLength(2);
    await erase();
    await tail.refresh();
    expect((await tail.next(reader, start, 100)).events).toEqual([]);
  });
});
