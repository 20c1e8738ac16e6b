import { jetstreamManager } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectNats } from '../../connect-nats.ts';

/** An unacknowledged fact comes again after ten seconds. */
const NO_PROGRESS_MS = 25_000;
const LOOK_MS = 300;

/** Waits until every consumer has handled every fact, or until nothing moves any more. Returns those that have not. */
export async function findReadersBehind(nats: string): Promise<string[]> {
  const connection = await connectNats(nats);
  try {
    const manager = await jetstreamManager(connection);
    let seen = '';
    for (let moved = Date.now(); ;) {
      const behind: string[] = [];
      for await (const stream of manager.streams.list())
        for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(stream.config.name))
          if (num_pending + num_ack_pending > 0)
            behind.push(`${name}: ${num_pending} unread, ${num_ack_pending} unhandled`);
      if (behind.join() !== seen) moved = Date.now();
      if (behind.length === 0 || Date.now() - moved > NO_PROGRESS_MS) return behind;
      seen = behind.join();
      await sleep(LOOK_MS);
    }
  } finally {
    await connection.close();
  }
}
