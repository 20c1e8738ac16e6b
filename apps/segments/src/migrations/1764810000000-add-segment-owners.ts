import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SegmentOwners1764810000000 implements MigrationInterface {
  readonly name = 'SegmentOwners1764810000000';

  /** Earlier segments have no owner. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE segment ADD COLUMN client_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE segment DROP COLUMN client_id');
  }
}
