import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Our own client at a provider, with which the sign-in page offers it. A replica of an earlier release leaves it alone. */
export class OfferedProviders1764912000000 implements MigrationInterface {
  readonly name = 'OfferedProviders1764912000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE provider
        ADD COLUMN client_id text,
        ADD COLUMN client_secret text,
        ADD COLUMN scopes text[] NOT NULL DEFAULT '{openid}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE provider DROP COLUMN client_id, DROP COLUMN client_secret, DROP COLUMN scopes');
  }
}
