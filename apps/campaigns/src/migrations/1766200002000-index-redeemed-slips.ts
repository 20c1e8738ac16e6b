import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The timeline of a user reads the newest redeemed slips. Slips are issued meanwhile: not possible in a transaction. */
export class RedeemedSlips1766200002000 implements MigrationInterface {
  readonly name = 'RedeemedSlips1766200002000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An aborted attempt leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS coupon_slip_redeemed');
    await runner.query(
      `CREATE INDEX CONCURRENTLY coupon_slip_redeemed ON coupon_slip (user_id, redeemed_at) WHERE redeemed_at IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS coupon_slip_redeemed');
  }
}
