import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

const log = new Logger('Jobs');

/** Each in a savepoint of its own: one that fails is left for the next time, and holds up no other. */
export async function oneByOne<T extends { id: string }>(
  tx: EntityManager,
  items: T[],
  work: (apart: EntityManager, item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    await tx
      .transaction((apart) => work(apart, item))
      .catch((error: unknown) => {
        log.error({ err: error, user_id: item.id }, 'failed for this user; tried again later');
      });
  }
}
