import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CouponStock1764300000000 implements MigrationInterface {
  readonly name = 'CouponStock1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE coupon_stock_low (coupon_id uuid PRIMARY KEY REFERENCES coupon (id))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE coupon_stock_low');
  }
}
