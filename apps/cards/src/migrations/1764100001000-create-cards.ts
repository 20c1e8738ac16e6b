import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CardTables1764100001000 implements MigrationInterface {
  readonly name = 'CardTables1764100001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE card (
        id uuid PRIMARY KEY,
        tier_id uuid NOT NULL REFERENCES card_tier (id),
        identifier text COLLATE "C" NOT NULL UNIQUE,
        identifier_actual text COLLATE "C",
        replaced_by uuid REFERENCES card (id),
        state text NOT NULL DEFAULT 'active'
          CHECK (state IN ('active', 'inactive', 'blocked', 'expired', 'replaced')),
        expiration timestamptz,
        tier_start_date timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE INDEX card_expiring ON card (expiration)
       WHERE expiration IS NOT NULL AND state IN ('active', 'inactive')`);
    await runner.query(`
      CREATE TABLE card_holder (
        user_id text COLLATE "C" NOT NULL,
        card_id uuid NOT NULL REFERENCES card (id),
        featured boolean NOT NULL,
        removable boolean NOT NULL,
        added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (user_id, card_id)
      )`);
    await runner.query('CREATE INDEX card_holder_card ON card_holder (card_id)');
    await runner.query('CREATE UNIQUE INDEX card_holder_featured ON card_holder (user_id) WHERE featured');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE card_holder, card');
  }
}
