import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allows revocations of users: their version is the second up to which tokens were issued. */
export class UserRevocations1764000010000 implements MigrationInterface {
  readonly name = 'UserRevocations1764000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE revocation
        DROP CONSTRAINT revocation_kind_check,
        DROP CONSTRAINT revocation_check,
        ADD CONSTRAINT revocation_kind CHECK (kind IN ('token', 'client', 'user')),
        ADD CONSTRAINT revocation_version CHECK ((kind = 'token') = (least_version IS NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM revocation WHERE kind = 'user'`);
    await runner.query(`
      ALTER TABLE revocation
        DROP CONSTRAINT revocation_version,
        DROP CONSTRAINT revocation_kind,
        ADD CONSTRAINT revocation_kind_check CHECK (kind IN ('token', 'client')),
        ADD CONSTRAINT revocation_check CHECK ((kind = 'client') = (least_version IS NOT NULL))`);
  }
}
