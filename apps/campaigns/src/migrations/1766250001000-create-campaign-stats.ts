import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CampaignStats1766250001000 implements MigrationInterface {
  readonly name = 'CampaignStats1766250001000';

  async up(runner: QueryRunner): Promise<void> {
    // The reason is the step that refused; '' counts grants.
    await runner.query(`
      CREATE TABLE campaign_stat (
        campaign_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        reason text COLLATE "C" NOT NULL,
        events bigint NOT NULL,
        coupons bigint NOT NULL,
        points bigint NOT NULL,
        PRIMARY KEY (campaign_id, hour, reason)
      ) WITH (fillfactor = 80)`);
    // Judging only adds rows here, so that no transaction waits for another. A chore moves them into the table above.
    await runner.query(`
      CREATE TABLE campaign_stat_increment (
        campaign_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        reason text COLLATE "C" NOT NULL,
        events bigint NOT NULL,
        coupons bigint NOT NULL,
        points bigint NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE campaign_stat_increment, campaign_stat');
  }
}
