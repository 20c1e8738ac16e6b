import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks the answers that were there when imported ones were allowed. Answers are still written meanwhile. */
export class ConsentSources1764912001000 implements MigrationInterface {
  readonly name = 'ConsentSources1764912001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE consent VALIDATE CONSTRAINT consent_source_check');
  }

  async down(): Promise<void> {
    // A constraint that was checked does no harm.
  }
}
