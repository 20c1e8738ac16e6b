import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The timeline of a user reads the newest expired slips. Slips are issued meanwhile: not possible in a transaction. */
export class ExpiredSlips1766900007000 implements MigrationInterface {
  readonly name = 'ExpiredSlips1766900007000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An aborted attempt leaves an invalid index.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS coupon_slip_expired');
    await runner.query(
      `CREATE INDEX CONCURRENTLY coupon_slip_expired ON coupon_slip (user_id, expires_at) WHERE state = 'expired'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS coupon_slip_expired');
  }
}
