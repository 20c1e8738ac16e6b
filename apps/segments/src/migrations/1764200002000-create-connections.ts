import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ConnectionTables1764200002000 implements MigrationInterface {
  readonly name = 'ConnectionTables1764200002000';

  async up(runner: QueryRunner): Promise<void> {
    // A copy of identity's connections. `several`: the user has several at this provider, and is counted once.
    await runner.query(`
      CREATE TABLE connection (
        provider_name text COLLATE "C" NOT NULL,
        owner_id text COLLATE "C" NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        open boolean NOT NULL,
        several boolean NOT NULL DEFAULT false,
        PRIMARY KEY (provider_name, owner_id)
      )`);
    await runner.query('CREATE INDEX connection_user ON connection (user_id, provider_name)');
    await runner.query('CREATE INDEX connection_several ON connection (provider_name, owner_id) WHERE several');
    await runner.query(`
      CREATE TABLE connection_walk (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        position jsonb,
        complete boolean NOT NULL DEFAULT false,
        ended_at timestamptz,
        alive_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('INSERT INTO connection_walk DEFAULT VALUES');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE connection_walk, connection');
  }
}
