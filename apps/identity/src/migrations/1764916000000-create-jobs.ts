import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Jobs1764916000000 implements MigrationInterface {
  readonly name = 'Jobs1764916000000';

  async up(runner: QueryRunner): Promise<void> {
    // `service` and `before` say how far a job has come: they name the letter that was looked at last.
    await runner.query(`
      CREATE TABLE job (
        id uuid PRIMARY KEY,
        request jsonb NOT NULL,
        total integer,
        done integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        service text,
        before uuid,
        obstacle text,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      )`);
    await runner.query('CREATE INDEX job_unfinished ON job (id) WHERE finished_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job');
  }
}
