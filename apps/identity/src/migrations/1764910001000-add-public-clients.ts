import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Public clients have no secret. A replica of an earlier release gives such a client no tokens. */
export class PublicClients1764910001000 implements MigrationInterface {
  readonly name = 'PublicClients1764910001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client
        ADD COLUMN public boolean NOT NULL DEFAULT false,
        ADD COLUMN origins text[] NOT NULL DEFAULT '{}',
        ALTER COLUMN secret DROP NOT NULL`);
    await runner.query('ALTER TABLE client ADD CONSTRAINT client_public_check CHECK (public = (secret IS NULL))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM client WHERE public');
    await runner.query('ALTER TABLE client DROP CONSTRAINT client_public_check');
    await runner.query('ALTER TABLE client DROP COLUMN public, DROP COLUMN origins, ALTER COLUMN secret SET NOT NULL');
  }
}
