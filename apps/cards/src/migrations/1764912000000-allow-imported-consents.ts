import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Answers that came with an import of members name the place where the member answered: `import: newsletter form`. The next
 * migration checks the rows that are there, without a lock that stops answers.
 */
export class ImportedConsents1764912000000 implements MigrationInterface {
  readonly name = 'ImportedConsents1764912000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE consent DROP CONSTRAINT consent_source_check, ADD CONSTRAINT consent_source_check
        CHECK (source IN ('registration', 'account') OR source LIKE 'import: %') NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // This fails while there are imported answers, because they prove consent.
    await runner.query(`
      ALTER TABLE consent DROP CONSTRAINT consent_source_check, ADD CONSTRAINT consent_source_check
        CHECK (source IN ('registration', 'account'))`);
  }
}
