import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LogTables1764200000000 implements MigrationInterface {
  readonly name = 'LogTables1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    // One row, locked by each append until its commit. So positions are in commit order, and a reader who sees a position
    // sees every event below it. Positions are microseconds since 1970, made strictly increasing.
    // `erasures` counts the erasures: a process that remembers parts of the log compares the count.
    await runner.query(`
      CREATE TABLE log_clock (
        position bigint NOT NULL,
        erasures bigint NOT NULL DEFAULT 0
      ) WITH (fillfactor = 10)`);
    await runner.query('INSERT INTO log_clock VALUES (0)');
    // The last position of each event name: a webhook whose cursor lies below it has something to deliver.
    await runner.query(
      'CREATE TABLE log_head (name text PRIMARY KEY, position bigint NOT NULL) WITH (fillfactor = 10)',
    );
    // An event is stored once for all its webhooks. `client_id`: only for webhooks of this client, except `not_to`.
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
    // A hash of each erased user, kept for some days: a fact that arrives late must not bring the user back.
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
