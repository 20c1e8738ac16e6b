import { isOutage } from '@ces/messaging/facts/settle';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 120_000;
const logger = new Logger('Settlements');

/** A database that is away for a while must not make a delivery of what has been delivered. Writing twice must do no harm. */
export async function insist<T>(write: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      logger.warn({ err: error }, 'the database is away; deliveries wait to be written down');
      await sleep(200);
    }
  }
}
