import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CampaignTables1764200000000 implements MigrationInterface {
  readonly name = 'CampaignTables1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE campaign (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        state text NOT NULL CHECK (state IN ('draft', 'running', 'paused', 'ended')),
        version integer NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        counted json NOT NULL DEFAULT '{"windows": [], "budgets": []}'
      )`);
    // The event's schema is copied, so that judging asks no other service for it.
    await runner.query(`
      CREATE TABLE campaign_version (
        campaign_id uuid NOT NULL REFERENCES campaign (id),
        version integer NOT NULL,
        document json NOT NULL,
        event_version integer,
        schema json,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (campaign_id, version)
      )`);
    await runner.query(`
      CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION '% rows are never changed', TG_TABLE_NAME; END $$`);
    await runner.query(
      'CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE ON campaign_version FOR EACH ROW EXECUTE FUNCTION never_changed()',
    );
    // An event is judged by the version whose run holds the moment of its acceptance. Runs of a campaign never overlap. The
    // constraint compares ranges of the campaign's hash, because gist compares no uuids without an extension.
    await runner.query(`
      CREATE TABLE campaign_run (
        campaign_id uuid NOT NULL,
        version integer NOT NULL,
        from_at timestamptz NOT NULL,
        until_at timestamptz CHECK (until_at >= from_at),
        FOREIGN KEY (campaign_id, version) REFERENCES campaign_version (campaign_id, version),
        CONSTRAINT campaign_run_apart EXCLUDE USING gist (
          int8range(uuid_hash_extended(campaign_id, 0), uuid_hash_extended(campaign_id, 0), '[]') WITH &&,
          tstzrange(from_at, until_at) WITH &&
        )
      )`);
    await runner.query('CREATE INDEX campaign_run_campaign ON campaign_run (campaign_id)');
    await runner.query('CREATE UNIQUE INDEX campaign_run_open ON campaign_run (campaign_id) WHERE until_at IS NULL');
    await runner.query('CREATE TABLE campaign_epoch (epoch bigint NOT NULL)');
    await runner.query('INSERT INTO campaign_epoch VALUES (1)');
    // Campaigns whose registrations in other services may differ from what they use. They are registered again until it works.
    await runner.query(`
      CREATE TABLE campaign_registration (
        campaign_id uuid PRIMARY KEY,
        segments boolean NOT NULL,
        events boolean NOT NULL,
        since timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE erased_user (
        user_hash bytea PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE erased_user, campaign_registration, campaign_epoch, campaign_run, campaign_version, campaign',
    );
    await runner.query('DROP FUNCTION never_changed');
  }
}
