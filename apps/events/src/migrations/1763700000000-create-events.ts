import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEvents1763700000000 implements MigrationInterface {
  readonly name = 'CreateEvents1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_definition (
        name text NOT NULL,
        version integer NOT NULL,
        definition text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (name, version)
      )`);
    // The epoch grows with every change of a definition; an insert of events names the epoch of its validation.
    await runner.query('CREATE TABLE definition_epoch (epoch bigint NOT NULL)');
    await runner.query('INSERT INTO definition_epoch VALUES (1)');
    await runner.query('CREATE SEQUENCE event_log_seq');
    await runner.query(`
      CREATE TABLE event_log (
        id uuid NOT NULL,
        user_id text NOT NULL,
        event_name text NOT NULL,
        version integer NOT NULL,
        client_id text NOT NULL,
        data text NOT NULL,
        time timestamptz,
        received_at timestamptz NOT NULL,
        request_id text,
        traceparent text,
        seq bigint NOT NULL DEFAULT nextval('event_log_seq')
      ) PARTITION BY RANGE (received_at)`);
    await runner.query('CREATE INDEX event_log_user ON event_log (user_id, id)');
    await runner.query('CREATE INDEX event_log_order ON event_log (seq)');
    await runner.query('CREATE INDEX event_log_age ON event_log USING brin (received_at)');
    await runner.query('CREATE TABLE event_log_position (seq bigint NOT NULL)');
    await runner.query('INSERT INTO event_log_position VALUES (0)');
    await runner.query('CREATE TABLE event_log_default PARTITION OF event_log DEFAULT');
    await runner.query(`
      CREATE TABLE event_key (
        key uuid PRIMARY KEY,
        body uuid NOT NULL,
        event_id uuid NOT NULL,
        version integer NOT NULL,
        received_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX event_key_age ON event_key USING brin (received_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE event_key, event_log_position, event_log, definition_epoch, event_definition');
    await runner.query('DROP SEQUENCE event_log_seq');
  }
}
