import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RefusedEvents1766400000000 implements MigrationInterface {
  readonly name = 'RefusedEvents1766400000000';

  async up(runner: QueryRunner): Promise<void> {
    // The latest refusals only: a chore deletes the others. `problem` is text of ours with names from the event's data.
    await runner.query(`
      CREATE TABLE refused_event (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL,
        event_name text NOT NULL,
        user_id text,
        client_id text NOT NULL,
        request_id text,
        problem json NOT NULL,
        omitted integer NOT NULL
      )`);
    await runner.query('CREATE INDEX refused_event_user ON refused_event (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refused_event');
  }
}
