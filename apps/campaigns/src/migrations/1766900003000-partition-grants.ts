import type { MigrationInterface, QueryRunner } from 'typeorm';
import { firstPartitionOf } from './1766900001000-limit-first-months.js';

/**
 * Partitions the grants by the month of their event, so that months older than the retention are dropped whole. The table of
 * today becomes the partition of all months up to a coming one. No row moves, no index is built, and nothing is read, so the
 * table is locked for a moment. The version before goes on under the old name.
 */
export class GrantsByMonth1766900003000 implements MigrationInterface {
  readonly name = 'GrantsByMonth1766900003000';

  async up(runner: QueryRunner): Promise<void> {
    const { name, end } = await firstPartitionOf(runner, 'campaign_grant');
    await runner.query(`ALTER TABLE campaign_grant RENAME TO ${name}`);
    await runner.query(`ALTER TABLE ${name} RENAME CONSTRAINT campaign_grant_pkey TO ${name}_pkey`);
    await runner.query(`ALTER INDEX campaign_grant_user RENAME TO ${name}_user`);
    await runner.query(`ALTER INDEX campaign_grant_time RENAME TO ${name}_time`);
    await runner.query(`CREATE TABLE campaign_grant (LIKE ${name} INCLUDING DEFAULTS) PARTITION BY RANGE (event_id)`);
    await runner.query('ALTER TABLE campaign_grant ADD PRIMARY KEY (campaign_id, event_id)');
    await runner.query('CREATE INDEX campaign_grant_user ON campaign_grant (user_id, campaign_id, occurred_at)');
    await runner.query('CREATE INDEX campaign_grant_time ON campaign_grant (campaign_id, occurred_at)');
    await runner.query(`ALTER TABLE campaign_grant ATTACH PARTITION ${name} FOR VALUES FROM (MINVALUE) TO ('${end}')`);
    await runner.query(`ALTER TABLE ${name} DROP CONSTRAINT campaign_grant_first`);
    await runner.query('CREATE TABLE campaign_grant_default PARTITION OF campaign_grant DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE grant_kept (LIKE campaign_grant INCLUDING DEFAULTS)');
    await runner.query('INSERT INTO grant_kept SELECT * FROM campaign_grant');
    await runner.query('DROP TABLE campaign_grant');
    await runner.query('ALTER TABLE grant_kept RENAME TO campaign_grant');
    await runner.query('ALTER TABLE campaign_grant ADD PRIMARY KEY (campaign_id, event_id)');
    await runner.query('CREATE INDEX campaign_grant_user ON campaign_grant (user_id, campaign_id, occurred_at)');
    await runner.query('CREATE INDEX campaign_grant_time ON campaign_grant (campaign_id, occurred_at)');
    await runner.query('ALTER TABLE campaign_grant ADD CONSTRAINT campaign_grant_first CHECK (true)');
  }
}
