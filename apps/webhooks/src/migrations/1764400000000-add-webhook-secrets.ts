import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookSecrets1764400000000 implements MigrationInterface {
  readonly name = 'WebhookSecrets1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    // Both secrets are sealed. A webhook that the previous release registered has none; a chore gives it one.
    await runner.query(`
      ALTER TABLE webhook
        ADD COLUMN secret text,
        ADD COLUMN previous_secret text,
        ADD COLUMN previous_secret_until timestamptz,
        ADD COLUMN client_secret_until timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook
        DROP COLUMN secret, DROP COLUMN previous_secret, DROP COLUMN previous_secret_until, DROP COLUMN client_secret_until`);
  }
}
