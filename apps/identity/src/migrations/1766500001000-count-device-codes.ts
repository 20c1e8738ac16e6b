import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes of devices that nobody has confirmed are limited in number, so they are counted. */
export class DeviceCodes1766500001000 implements MigrationInterface {
  readonly name = 'DeviceCodes1766500001000';
  /** Sign-ins go on while the index is built. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An aborted attempt leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS oauth_payload_devices');
    await runner.query(`
      CREATE INDEX CONCURRENTLY oauth_payload_devices ON oauth_payload (expires_at)
      WHERE user_id IS NULL AND kind = 'DeviceCode'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX oauth_payload_devices');
  }
}
