import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SubscriptionTables1764200001000 implements MigrationInterface {
  readonly name = 'SubscriptionTables1764200001000';

  async up(runner: QueryRunner): Promise<void> {
    // `headers` is sealed: clients put tokens there.
    await runner.query(`
      CREATE TABLE webhook (
        id uuid PRIMARY KEY,
        client_id text COLLATE "C" NOT NULL,
        events text[] NOT NULL,
        url text NOT NULL,
        headers text NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        disabled_reason text,
        disabled_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (enabled = (disabled_reason IS NULL) AND enabled = (disabled_at IS NULL))
      )`);
    await runner.query('CREATE INDEX webhook_of_client ON webhook (client_id, id)');
    await runner.query('CREATE INDEX webhook_of_event ON webhook USING gin (events)');
    // The position of each webhook in the log. `version` tells couriers that their copy of the webhook is outdated; it stands
    // here because their writes compare it. Each delivery changes these columns, so none of them is indexed.
    await runner.query(`
      CREATE TABLE delivery (
        webhook_id uuid PRIMARY KEY REFERENCES webhook (id) ON DELETE CASCADE,
        cursor bigint NOT NULL,
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
        last_ms real,
        version integer NOT NULL DEFAULT 1,
        lease_owner uuid,
        lease_until timestamptz NOT NULL DEFAULT now(),
        epoch bigint NOT NULL DEFAULT 0,
        CHECK (num_nulls(batch_id, batch_to, batch_count, batch_hash, batch_names) IN (0, 5))
      ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`);
    await runner.query(`
      CREATE TABLE set_aside (
        webhook_id uuid NOT NULL,
        position bigint NOT NULL,
        event_id uuid NOT NULL,
        status integer NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (webhook_id, position)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE set_aside, delivery, webhook');
  }
}
