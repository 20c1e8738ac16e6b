import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TallyTable1764200005000 implements MigrationInterface {
  readonly name = 'TallyTable1764200005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tally (
        owner uuid NOT NULL,
        what text NOT NULL,
        amount bigint NOT NULL
      )`);
    await runner.query('CREATE INDEX tally_owner ON tally (owner)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tally');
  }
}
