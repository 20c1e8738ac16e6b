import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys for `by-name`. A replica of an earlier release gives none. */
export class Keys1766500000000 implements MigrationInterface {
  readonly name = 'Keys1766500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign ADD COLUMN key text COLLATE "C"');
    await runner.query('CREATE UNIQUE INDEX campaign_key ON campaign (key)');
    await runner.query('ALTER TABLE coupon ADD COLUMN key text COLLATE "C"');
    await runner.query('CREATE UNIQUE INDEX coupon_key ON coupon (key)');
    await runner.query('ALTER TABLE stack ADD COLUMN key text COLLATE "C"');
    await runner.query('CREATE UNIQUE INDEX stack_key ON stack (key)');
    await runner.query('ALTER TABLE survey ADD COLUMN key text COLLATE "C"');
    await runner.query('CREATE UNIQUE INDEX survey_key ON survey (key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign DROP COLUMN key');
    await runner.query('ALTER TABLE coupon DROP COLUMN key');
    await runner.query('ALTER TABLE stack DROP COLUMN key');
    await runner.query('ALTER TABLE survey DROP COLUMN key');
  }
}
