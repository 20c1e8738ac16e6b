import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds the few attempts that were not delivered without reading the others. Each partition gets its index while deliveries go
 * on; a partition that is made meanwhile gets it from the table. Runs outside of a transaction, so a run that broke off is
 * repeated from its start.
 */
export class UndeliveredAttempts1764400002000 implements MigrationInterface {
  readonly name = 'UndeliveredAttempts1764400002000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const columns = `(webhook_id, id) WHERE outcome <> 'delivered'`;
    await runner.query('DROP INDEX IF EXISTS attempt_not_delivered');
    await runner.query(`CREATE INDEX attempt_not_delivered ON ONLY attempt ${columns}`);
    const partitions = (await runner.query(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits part WHERE inhparent = 'attempt'::regclass AND NOT EXISTS (
         SELECT FROM pg_inherits indexes JOIN pg_index ON indexrelid = indexes.inhrelid
          WHERE indexes.inhparent = 'attempt_not_delivered'::regclass AND indrelid = part.inhrelid)`,
    )) as { name: string }[];
    for (const { name } of partitions) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_not_delivered`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_not_delivered ON ${name} ${columns}`);
      await runner.query(`ALTER INDEX attempt_not_delivered ATTACH PARTITION ${name}_not_delivered`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX attempt_not_delivered');
  }
}
