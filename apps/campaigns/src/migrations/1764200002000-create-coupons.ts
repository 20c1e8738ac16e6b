import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CouponTables1764200002000 implements MigrationInterface {
  readonly name = 'CouponTables1764200002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE coupon (
        id uuid PRIMARY KEY,
        title text NOT NULL,
        description text NOT NULL,
        image json NOT NULL,
        display json NOT NULL,
        valid_seconds integer,
        valid_until timestamptz,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE coupon_code (
        coupon_id uuid NOT NULL REFERENCES coupon (id),
        code text COLLATE "C" NOT NULL,
        place bigint GENERATED ALWAYS AS IDENTITY,
        slip_id uuid,
        PRIMARY KEY (coupon_id, code)
      ) WITH (fillfactor = 80)`);
    await runner.query('CREATE INDEX coupon_code_free ON coupon_code (coupon_id, place) WHERE slip_id IS NULL');
    await runner.query(`
      CREATE TABLE coupon_slip (
        id uuid PRIMARY KEY,
        coupon_id uuid NOT NULL REFERENCES coupon (id),
        user_id text COLLATE "C" NOT NULL,
        code text COLLATE "C" NOT NULL,
        state text NOT NULL DEFAULT 'issued' CHECK (state IN ('issued', 'redeemed', 'expired', 'revoked')),
        is_read boolean NOT NULL DEFAULT false,
        is_deleted boolean NOT NULL DEFAULT false,
        campaign_id uuid NOT NULL,
        event_id uuid NOT NULL,
        effect smallint NOT NULL,
        claimed_at timestamptz NOT NULL,
        expires_at timestamptz,
        redeemed_at timestamptz,
        UNIQUE (coupon_id, code)
      )`);
    await runner.query('CREATE UNIQUE INDEX coupon_slip_effect ON coupon_slip (event_id, campaign_id, effect)');
    await runner.query('CREATE INDEX coupon_slip_user ON coupon_slip (user_id, id)');
    await runner.query(
      `CREATE INDEX coupon_slip_expiring ON coupon_slip (expires_at) WHERE expires_at IS NOT NULL AND state = 'issued'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE coupon_slip, coupon_code, coupon');
  }
}
