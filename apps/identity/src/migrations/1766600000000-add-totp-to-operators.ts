import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OperatorTotp1766600000000 implements MigrationInterface {
  readonly name = 'OperatorTotp1766600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE operator
        ADD COLUMN totp_secret text,
        ADD COLUMN totp_pending text,
        ADD COLUMN totp_step integer NOT NULL DEFAULT 0,
        ADD COLUMN recovery_codes text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE operator
        DROP COLUMN totp_secret, DROP COLUMN totp_pending, DROP COLUMN totp_step, DROP COLUMN recovery_codes`);
  }
}
