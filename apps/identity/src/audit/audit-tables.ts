import type { PartitionedTable } from '@ces/service/database/partitions';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditTables1764000012000 implements MigrationInterface {
  readonly name = 'AuditTables1764000012000';

  async up(runner: QueryRunner): Promise<void> {
    // Of users only their ids: what is here outlives them.
    await runner.query(`
      CREATE TABLE audit (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        who text NOT NULL,
        what text NOT NULL,
        user_id text COLLATE "C",
        status integer,
        request_id text
      )`);
    await runner.query('CREATE INDEX audit_user ON audit (user_id) WHERE user_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit');
  }
}

export const audit: PartitionedTable = { name: 'audit', column: 'at', lock: 0x6175_6469 }; // 'audi'

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

/** By month, so that what is older than the retention is dropped whole. */
export class AuditByMonth1764000030000 implements MigrationInterface {
  readonly name = 'AuditByMonth1764000030000';

  async up(runner: QueryRunner): Promise<void> {
    // The table of before becomes the partition of this month and all months before. No entry moves and no index is built,
    // so the log is locked for the time of one scan. The version before goes on to write under the old name.
    const now = new Date();
    const month = `audit_${now.toISOString().slice(0, 7).replace('-', '_')}`;
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    await runner.query(`ALTER TABLE audit RENAME TO ${month}`);
    await runner.query(`
      ALTER TABLE ${month} ADD COLUMN count integer NOT NULL DEFAULT 1, DROP CONSTRAINT audit_pkey,
        ADD CONSTRAINT ${month}_pkey PRIMARY KEY USING INDEX audit_key`);
    await runner.query(`ALTER INDEX audit_user RENAME TO ${month}_user`);
    await runner.query(`CREATE TABLE audit (LIKE ${month} INCLUDING DEFAULTS) PARTITION BY RANGE (at)`);
    await runner.query('ALTER TABLE audit ADD PRIMARY KEY (id, at)');
    await runner.query('CREATE INDEX audit_user ON audit (user_id) WHERE user_id IS NOT NULL');
    await runner.query(`ALTER TABLE audit ATTACH PARTITION ${month} FOR VALUES FROM (MINVALUE) TO ('${next}')`);
    await runner.query('CREATE TABLE audit_default PARTITION OF audit DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE audit_kept (LIKE audit INCLUDING DEFAULTS)');
    await runner.query('INSERT INTO audit_kept SELECT * FROM audit');
    await runner.query('DROP TABLE audit');
    await runner.query('ALTER TABLE audit_kept RENAME TO audit');
    await runner.query('ALTER TABLE audit ADD PRIMARY KEY (id), DROP COLUMN count');
    await runner.query('CREATE INDEX audit_user ON audit (user_id) WHERE user_id IS NOT NULL');
  }
}
