import type { MigrationInterface, QueryRunner } from 'typeorm';

export class JudgingTables1764200001000 implements MigrationInterface {
  readonly name = 'JudgingTables1764200001000';

  async up(runner: QueryRunner): Promise<void> {
    // The counters of a campaign as a whole have no user ('').
    await runner.query(`
      CREATE TABLE campaign_counter (
        campaign_id uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        what text COLLATE "C" NOT NULL,
        used bigint NOT NULL,
        forget_at timestamptz,
        PRIMARY KEY (campaign_id, user_id, what)
      ) WITH (fillfactor = 70)`);
    await runner.query(`CREATE INDEX campaign_counter_user ON campaign_counter (user_id) WHERE user_id <> ''`);
    await runner.query('CREATE INDEX campaign_counter_age ON campaign_counter (forget_at) WHERE forget_at IS NOT NULL');
    // An event has a campaign's effects once, also when the inbox has forgotten the event. The costs are stored, so that
    // all counters can be made again from here. The user of an erased account becomes ''.
    await runner.query(`
      CREATE TABLE campaign_grant (
        campaign_id uuid NOT NULL,
        event_id uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        occurred_at timestamptz NOT NULL,
        coupons integer NOT NULL,
        points bigint NOT NULL,
        PRIMARY KEY (campaign_id, event_id)
      )`);
    await runner.query('CREATE INDEX campaign_grant_user ON campaign_grant (user_id, campaign_id, occurred_at)');
    await runner.query('CREATE INDEX campaign_grant_time ON campaign_grant (campaign_id, occurred_at)');
    await runner.query(`
      CREATE TABLE event_outcome (
        event_id uuid NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        occurred_at timestamptz NOT NULL,
        trigger text NOT NULL,
        outcomes json NOT NULL
      ) PARTITION BY RANGE (occurred_at)`);
    await runner.query('CREATE INDEX event_outcome_user ON event_outcome (user_id, event_id)');
    await runner.query('CREATE TABLE event_outcome_default PARTITION OF event_outcome DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE event_outcome, campaign_grant, campaign_counter');
  }
}
