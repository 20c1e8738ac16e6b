import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partitions the log by month, so that months older than the retention are dropped whole. */
export class AuditByMonth1764000030000 implements MigrationInterface {
  readonly name = 'AuditByMonth1764000030000';

  async up(runner: QueryRunner): Promise<void> {
    // The old table becomes the partition of this month and of all earlier months. No entry moves and no index is built, so
    // the log is locked only for one scan. The version before still writes under the old name.
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
