import { isOutage } from '@ces/messaging/storage/outage';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';

const longestMs = 120_000;
const logger = new Logger('Recorder');

/**
 * Repeats a write while the database is away, because an unrecorded delivery would be sent again. The write must be safe to
 * repeat.
 */
export async function outlastOutage<T>(write: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + longestMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadline) throw error;
      logger.warn({ err: error }, 'the database is away; recording of deliveries waits for it');
      await sleep(200);
    }
  }
}
