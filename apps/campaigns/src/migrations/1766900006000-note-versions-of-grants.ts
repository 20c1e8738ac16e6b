import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A grant says by which version it was given, so that its event needs no outcome beside it. Grants of before have one. */
export class GrantVersions1766900006000 implements MigrationInterface {
  readonly name = 'GrantVersions1766900006000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_grant ADD COLUMN version integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_grant DROP COLUMN version');
  }
}
