import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dropped months of grants and of the ledger leave these sums. */
export class CarriedSums1766900005000 implements MigrationInterface {
  readonly name = 'CarriedSums1766900005000';

  async up(runner: QueryRunner): Promise<void> {
    // The sums of a campaign as a whole have no user ('').
    await runner.query(`
      CREATE TABLE carried_grant (
        user_id text COLLATE "C" NOT NULL,
        campaign_id uuid NOT NULL,
        grants bigint NOT NULL,
        coupons bigint NOT NULL,
        points bigint NOT NULL,
        PRIMARY KEY (user_id, campaign_id)
      )`);
    await runner.query(`
      CREATE TABLE carried_balance (
        user_id text COLLATE "C" NOT NULL,
        block_id uuid NOT NULL,
        value bigint NOT NULL,
        imported bigint NOT NULL,
        PRIMARY KEY (user_id, block_id)
      )`);
    // Events with ids before this one are not judged, because grants of their time may be dropped.
    await runner.query('ALTER TABLE campaign_epoch ADD COLUMN judged_from uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_epoch DROP COLUMN judged_from');
    await runner.query('DROP TABLE carried_balance, carried_grant');
  }
}
