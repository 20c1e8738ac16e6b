import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MessagingTables1700000000000 implements MigrationInterface {
  readonly name = 'MessagingTables1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        message_id uuid NOT NULL,
        subject text NOT NULL,
        payload text NOT NULL,
        request_id text,
        traceparent text,
        created_at timestamptz NOT NULL DEFAULT now(),
        published_at timestamptz
      )`);
    await runner.query('CREATE INDEX outbox_waiting ON outbox (id) WHERE published_at IS NULL');
    await runner.query(`
      CREATE TABLE relay_state (
        stream text PRIMARY KEY,
        stream_created text NOT NULL,
        last_sequence bigint NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE inbox (
        consumer text NOT NULL,
        message_id uuid NOT NULL,
        handled_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (message_id, consumer)
      )`);
    await runner.query(`
      CREATE TABLE idempotency_key (
        scope text NOT NULL,
        key text NOT NULL,
        hash text NOT NULL,
        answer text NOT NULL,
        refused boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (scope, key)
      )`);
    await runner.query('CREATE INDEX idempotency_key_age ON idempotency_key (created_at)');
    await runner.query(`
      CREATE TABLE dead_letter (
        id uuid PRIMARY KEY,
        consumer text NOT NULL,
        subject text NOT NULL,
        message_id uuid NOT NULL,
        payload text NOT NULL,
        error text NOT NULL,
        attempts integer NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (consumer, message_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE dead_letter, idempotency_key, inbox, relay_state, outbox');
  }
}
