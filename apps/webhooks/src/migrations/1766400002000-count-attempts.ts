import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers the attempts, so that a chore can count on from where it stopped. Each partition gets its index while deliveries go
 * on; a partition that is made meanwhile gets it from the table. Runs outside of a transaction, so a run that broke off is
 * repeated from its start.
 */
export class WebhookStats1766400002000 implements MigrationInterface {
  readonly name = 'WebhookStats1766400002000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE IF NOT EXISTS attempt_seq');
    // NULL: the attempt is of before the migration, and is not counted.
    await runner.query('ALTER TABLE attempt ADD COLUMN IF NOT EXISTS seq bigint');
    // A transaction has its own number before it takes one of the sequence: the chore knows by it which may still be written.
    await runner.query(`
      ALTER TABLE attempt ALTER COLUMN seq
        SET DEFAULT CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('attempt_seq') END`);
    await this.index(runner);
    await runner.query(`
      CREATE TABLE IF NOT EXISTS webhook_stat (
        webhook_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        reason text COLLATE "C" NOT NULL,
        speed smallint NOT NULL,
        attempts bigint NOT NULL,
        events bigint NOT NULL,
        CONSTRAINT webhook_stat_pkey PRIMARY KEY (webhook_id, hour, reason, speed)
      )`);
    await runner.query('CREATE TABLE IF NOT EXISTS webhook_stat_position (seq bigint NOT NULL)');
    await runner.query(
      'INSERT INTO webhook_stat_position SELECT 0 WHERE NOT EXISTS (SELECT FROM webhook_stat_position)',
    );
  }

  private async index(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS attempt_order');
    await runner.query('CREATE INDEX attempt_order ON ONLY attempt (seq)');
    const partitions = (await runner.query(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits part WHERE inhparent = 'attempt'::regclass AND NOT EXISTS (
         SELECT FROM pg_inherits indexes JOIN pg_index ON indexrelid = indexes.inhrelid
          WHERE indexes.inhparent = 'attempt_order'::regclass AND indrelid = part.inhrelid)`,
    )) as { name: string }[];
    for (const { name } of partitions) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_order`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name}_order ON ${name} (seq)`);
      await runner.query(`ALTER INDEX attempt_order ATTACH PARTITION ${name}_order`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_stat, webhook_stat_position');
    await runner.query('ALTER TABLE attempt DROP COLUMN seq');
    await runner.query('DROP SEQUENCE attempt_seq');
  }
}
