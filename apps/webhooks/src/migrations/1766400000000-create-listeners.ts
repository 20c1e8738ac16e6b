import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Listeners1766400000000 implements MigrationInterface {
  readonly name = 'Listeners1766400000000';

  async up(runner: QueryRunner): Promise<void> {
    // `secret` is sealed. `position` is the end of the log when the listener was made.
    await runner.query(`
      CREATE TABLE listener (
        id uuid PRIMARY KEY,
        client_id text COLLATE "C" NOT NULL,
        events text[] NOT NULL,
        secret text NOT NULL,
        position bigint NOT NULL,
        read_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX listener_of_client ON listener (client_id)');
    await runner.query('CREATE INDEX listener_of_event ON listener USING gin (events)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE listener');
  }
}
