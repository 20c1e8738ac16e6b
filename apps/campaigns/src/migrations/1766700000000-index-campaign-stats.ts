import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sums of all campaigns read the latest hours only. */
export class CampaignStatHours1766700000000 implements MigrationInterface {
  readonly name = 'CampaignStatHours1766700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX campaign_stat_hour ON campaign_stat (hour)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX campaign_stat_hour');
  }
}
