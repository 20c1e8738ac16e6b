import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key that the log has in partitions. Built while the log is written, which a transaction would not allow. */
export class AuditKey1764000029000 implements MigrationInterface {
  readonly name = 'AuditKey1764000029000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An earlier attempt that broke off leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS audit_key');
    await runner.query('CREATE UNIQUE INDEX CONCURRENTLY audit_key ON audit (id, at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS audit_key');
  }
}
