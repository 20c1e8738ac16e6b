import { Logger, type INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SecretSealer } from './sealer.js';

export interface SealedPlace {
  table: string;
  columns: string[];
  /** SQL for the owner that the ciphertext is bound to. */
  owner: string;
}

/** Every service that provides an `AnswerCipher` has it. */
export const sealedAnswers: SealedPlace = {
  table: 'idempotency_key',
  columns: ['hash', 'answer'],
  owner: `'answer ' || scope || E'\\n' || key`,
};

const batchSize = 500;

/**
 * A service's command that seals everything anew that an older key has sealed, so that the key can be dropped: put the new
 * one first in SECRETS_KEY, restart all replicas, run this, drop the old one. Services go on meanwhile; what they change is
 * left to the next round. What is missing among the places becomes unreadable when its key is dropped.
 */
export function resealing(places: SealedPlace[]): (app: INestApplicationContext) => Promise<void> {
  return async (app) => {
    const log = new Logger('Reseal');
    for (const { table, columns, owner } of places) {
      for (const column of columns) {
        const count = await resealColumn(app.get(DataSource), app.get(SecretSealer), { table, column, owner });
        log.log(`${table}.${column}: ${count} sealed anew`);
      }
    }
  };
}

async function resealColumn(
  database: DataSource,
  sealer: SecretSealer,
  { table, column, owner }: { table: string; column: string; owner: string },
): Promise<number> {
  for (let count = 0; ;) {
    const rows = await database.query<{ place: string; owner: string; sealed: string }[]>(
      `SELECT ctid AS place, ${owner} AS owner, ${column} AS sealed FROM ${table}
       WHERE NOT starts_with(${column}, $1) LIMIT $2`,
      [sealer.mark, batchSize],
    );
    if (rows.length === 0) return count;
    for (const row of rows) {
      const [, changed] = await database.query<[unknown[], number]>(
        `UPDATE ${table} SET ${column} = $1 WHERE ctid = $2 AND ${column} = $3`,
        [sealer.seal(sealer.open(row.sealed, row.owner), row.owner), row.place, row.sealed],
      );
      count += changed;
    }
  }
}
