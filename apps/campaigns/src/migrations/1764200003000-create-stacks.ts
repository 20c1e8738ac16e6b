import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StackTables1764200003000 implements MigrationInterface {
  readonly name = 'StackTables1764200003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stack (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE stack_block (
        id uuid PRIMARY KEY,
        stack_id uuid NOT NULL REFERENCES stack (id),
        position integer NOT NULL,
        name text NOT NULL
      )`);
    await runner.query('CREATE INDEX stack_block_stack ON stack_block (stack_id, position)');
    await runner.query(`
      CREATE TABLE ledger (
        id uuid PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL,
        stack_id uuid NOT NULL REFERENCES stack (id),
        block_id uuid NOT NULL REFERENCES stack_block (id),
        value bigint NOT NULL,
        campaign_id uuid NOT NULL,
        event_id uuid NOT NULL,
        effect smallint NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE UNIQUE INDEX ledger_effect ON ledger (event_id, campaign_id, effect)');
    await runner.query('CREATE INDEX ledger_user ON ledger (user_id, id)');
    // Entries never change. They may be deleted, because erasure deletes personal data.
    await runner.query(
      'CREATE TRIGGER never_changed BEFORE UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION never_changed()',
    );
    await runner.query(`
      CREATE TABLE balance (
        user_id text COLLATE "C" NOT NULL,
        block_id uuid NOT NULL REFERENCES stack_block (id),
        value bigint NOT NULL,
        PRIMARY KEY (user_id, block_id)
      ) WITH (fillfactor = 80)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE balance, ledger, stack_block, stack');
  }
}
