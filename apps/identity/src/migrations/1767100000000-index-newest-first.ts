import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = { client: 'id', provider: 'name', operator: 'id' };

/** A page of clients, providers or operators reads only its rows (newest.store.ts). */
export class NewestFirst1767100000000 implements MigrationInterface {
  readonly name = 'NewestFirst1767100000000';
  /** Tokens are given out while the indexes are built. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, id] of Object.entries(tables)) {
      // An aborted attempt leaves an invalid index.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_newest`);
      await runner.query(`
        CREATE INDEX CONCURRENTLY ${table}_newest
            ON ${table} (date_trunc('milliseconds', created_at AT TIME ZONE 'UTC'), (${id} COLLATE "C"))`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(tables)) await runner.query(`DROP INDEX ${table}_newest`);
  }
}
