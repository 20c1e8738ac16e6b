import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AttemptTables1764200002000 implements MigrationInterface {
  readonly name = 'AttemptTables1764200002000';

  async up(runner: QueryRunner): Promise<void> {
    // `answer` may repeat the events: it is cleared when a user of the events from `after` to `upto` is erased.
    await runner.query(`
      CREATE TABLE attempt (
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        started_at timestamptz NOT NULL,
        batch_id uuid NOT NULL,
        attempt integer NOT NULL,
        outcome text NOT NULL,
        url text NOT NULL,
        events integer NOT NULL,
        bytes integer NOT NULL,
        after bigint NOT NULL,
        upto bigint NOT NULL,
        status integer,
        answer text,
        error text,
        duration_ms real NOT NULL,
        PRIMARY KEY (webhook_id, id, started_at)
      ) PARTITION BY RANGE (started_at)`);
    // Finds the answers to a user's events without reading all answers.
    await runner.query(`
      CREATE INDEX attempt_answers ON attempt USING gist (int8range(after, upto, '(]')) WHERE answer IS NOT NULL`);
    await runner.query('CREATE TABLE attempt_default PARTITION OF attempt DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attempt');
  }
}
