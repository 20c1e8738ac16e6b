import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Lanes1766400001000 implements MigrationInterface {
  readonly name = 'Lanes1766400001000';

  async up(runner: QueryRunner): Promise<void> {
    // The number of requests that may be under way at once.
    await runner.query('ALTER TABLE webhook ADD COLUMN lanes integer NOT NULL DEFAULT 1');
    // The position of the lanes without one of their own. NULL: the webhook has one queue and no lanes.
    await runner.query('ALTER TABLE delivery ADD COLUMN scanned bigint');
    // The lane of the event's user. NULL: the previous release wrote the event.
    await runner.query('ALTER TABLE event ADD COLUMN lane smallint');
    // The queue of each lane. A lane that is behind, or whose batch is frozen, reads on from its own cursor; another one from
    // `scanned`, if that is higher. Each delivery changes these columns, so none of them is indexed.
    await runner.query(`
      CREATE TABLE lane (
        webhook_id uuid NOT NULL REFERENCES delivery (webhook_id) ON DELETE CASCADE,
        lane smallint NOT NULL,
        cursor bigint NOT NULL,
        behind boolean NOT NULL DEFAULT false,
        batch_id uuid,
        batch_to bigint,
        batch_count integer,
        batch_hash text,
        batch_names text[],
        attempt integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT '-infinity',
        refusals integer NOT NULL DEFAULT 0,
        inherited integer NOT NULL DEFAULT 0,
        batch_limit integer NOT NULL DEFAULT 100,
        suspect_to bigint,
        aside_in_row integer NOT NULL DEFAULT 0,
        PRIMARY KEY (webhook_id, lane),
        CHECK (num_nulls(batch_id, batch_to, batch_count, batch_hash, batch_names) IN (0, 5))
      ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lane');
    await runner.query('ALTER TABLE event DROP COLUMN lane');
    await runner.query('ALTER TABLE delivery DROP COLUMN scanned');
    await runner.query('ALTER TABLE webhook DROP COLUMN lanes');
  }
}
