import { makeMonths, type PartitionedTable } from '@ces/service/partitions';
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

/** By month, so that what is older than the retention is dropped whole. */
export class AuditByMonth1764000030000 implements MigrationInterface {
  readonly name = 'AuditByMonth1764000030000';

  async up(runner: QueryRunner): Promise<void> {
    // The table of before becomes the default partition, under whose old name the version before goes on to write. Its
    // entries move into the partition of their month when that is made.
    await runner.query('ALTER TABLE audit RENAME TO audit_default');
    await runner.query('ALTER TABLE audit_default ADD COLUMN count integer NOT NULL DEFAULT 1');
    await runner.query('ALTER TABLE audit_default DROP CONSTRAINT audit_pkey');
    await runner.query('ALTER INDEX audit_user RENAME TO audit_default_user');
    await runner.query('CREATE TABLE audit (LIKE audit_default INCLUDING DEFAULTS) PARTITION BY RANGE (at)');
    await runner.query('ALTER TABLE audit ADD PRIMARY KEY (id, at)');
    await runner.query('CREATE INDEX audit_user ON audit (user_id) WHERE user_id IS NOT NULL');
    await runner.query('ALTER TABLE audit ATTACH PARTITION audit_default DEFAULT');
    await makeMonths(runner.manager, audit, new Date());
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
