import { Logger, type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SealedColumnStore } from './sealed-column.store.js';
import { SecretSealer } from './sealer.js';

export interface SealedPlace {
  table: string;
  columns: string[];
  /** SQL for the owner that the ciphertext is bound to. */
  owner: string;
}

/** Every service with an `AnswerCipher` has them. */
export const sealedAnswers: SealedPlace = {
  table: 'idempotency_key',
  columns: ['hash', 'answer'],
  owner: `'answer ' || scope || E'\\n' || key`,
};

const batchSize = 500;

/**
 * Seals anew all that an older key has sealed, so that the older key can be dropped: put the new key first in
 * SECRETS_KEY, restart all replicas, run this command, drop the older key. Services keep running; the next round takes
 * rows that they change. A place missing in `places` becomes unreadable when its key is dropped.
 */
export function resealing(places: SealedPlace[]): (app: INestApplicationContext) => Promise<void> {
  return async (app) => {
    const logger = new Logger('Reseal');
    for (const { table, columns, owner } of places) {
      for (const column of columns) {
        const store = new SealedColumnStore(app.get(DataSource), { table, column, owner });
        logger.log(`${table}.${column}: ${await reseal(store, app.get(SecretSealer))} sealed again`);
      }
    }
  };
}

async function reseal(store: SealedColumnStore, sealer: SecretSealer): Promise<number> {
  for (let count = 0; ;) {
    const rows = await store.findOlder(sealer.mark, batchSize);
    if (rows.length === 0) return count;
    for (const row of rows)
      count += await store.replace(row, sealer.seal(sealer.open(row.sealed, row.owner), row.owner));
  }
}
