import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the key that the partitioned log needs, while the log is being written: not possible in a transaction. */
export class AuditKey1764000029000 implements MigrationInterface {
  readonly name = 'AuditKey1764000029000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An aborted attempt leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS audit_key');
    await runner.query('CREATE UNIQUE INDEX CONCURRENTLY audit_key ON audit (id, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS audit_key');
  }
}
