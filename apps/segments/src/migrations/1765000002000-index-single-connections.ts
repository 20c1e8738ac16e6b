import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SingleConnections1765000002000 implements MigrationInterface {
  readonly name = 'SingleConnections1765000002000';

  /** A file's users are counted from this index alone. Changes of connections wait while it is built. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX connection_single ON connection (provider_name, owner_id) WHERE open AND NOT several',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX connection_single');
  }
}
