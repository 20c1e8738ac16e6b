import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A statement sees what was committed before it began, although it may have waited for locks since. A volatile function sees what
 * was committed before its call.
 */
export class WaitingFacts1766950000000 implements MigrationInterface {
  readonly name = 'WaitingFacts1766950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION waiting_facts(at_most bigint) RETURNS text[] LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RETURN ARRAY(SELECT id::text FROM outbox WHERE published_at IS NULL LIMIT at_most);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION waiting_facts');
  }
}
