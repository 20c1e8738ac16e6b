import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The activation page names the client that began the registration; it is unknown for older registrations. */
export class CredentialClients1764000032000 implements MigrationInterface {
  readonly name = 'CredentialClients1764000032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credential ADD COLUMN client_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credential DROP COLUMN client_id');
  }
}
