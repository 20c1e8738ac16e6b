import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LogTables1764200000000 implements MigrationInterface {
  readonly name = 'LogTables1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    // One row: whoever appends holds it until the commit. So positions are in commit order, and what is below a position
    // that can be read is all there. Positions are microseconds since 1970, made strictly increasing.
    // `erasures` counts how often something was taken out of the log: whoever remembers parts of it compares.
    await runner.query(`
      CREATE TABLE log_clock (
        position bigint NOT NULL,
        erasures bigint NOT NULL DEFAULT 0
      ) WITH (fillfactor = 10)`);
    await runner.query('INSERT INTO log_clock VALUES (0)');
    // The last event of each name: what lies behind it has something to deliver.
    await runner.query(
      'CREATE TABLE log_head (name text PRIMARY KEY, position bigint NOT NULL) WITH (fillfactor = 10)',
    );
    // Stored once, however many webhooks it goes to. `client_id`: only for webhooks of this client, except `not_to`.
    await runner.query(`
      CREATE TABLE event (
        position bigint NOT NULL,
        name text NOT NULL,
        id uuid NOT NULL,
        user_id text COLLATE "C",
        client_id text,
        not_to uuid,
        data text NOT NULL
      ) PARTITION BY RANGE (position)`);
    await runner.query('CREATE INDEX event_position ON event (position)');
    await runner.query('CREATE INDEX event_of_name ON event (name, position)');
    await runner.query('CREATE INDEX event_of_user ON event (user_id, position) WHERE user_id IS NOT NULL');
    await runner.query('CREATE TABLE event_default PARTITION OF event DEFAULT');
    // Only a hash, and only for some days: a fact that was under way must not bring back a user who is gone.
    await runner.query(`
      CREATE TABLE erased_user (
        user_hash bytea PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erased_user, event, log_head, log_clock');
  }
}
