import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the tables of messaging in the database of each service. */
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

/** Names the user whose data an answer holds, so that erasure finds the answer. */
export class ErasableAnswers1700000001000 implements MigrationInterface {
  readonly name = 'ErasableAnswers1700000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key ADD COLUMN user_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_key DROP COLUMN user_id');
  }
}

/** Lets erasure find a user's answers without reading all of them. */
export class AnswersOfUsers1700000002000 implements MigrationInterface {
  readonly name = 'AnswersOfUsers1700000002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX idempotency_key_user ON idempotency_key (user_id) WHERE user_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency_key_user');
  }
}

/** Makes the table of leases, by which replicas elect one of them. */
export class Leases1700000003000 implements MigrationInterface {
  readonly name = 'Leases1700000003000';

  async up(runner: QueryRunner): Promise<void> {
    // Half of each page stays free, so that a renewal rewrites the row in its page and touches no index.
    await runner.query(`
      CREATE TABLE lease (
        name text PRIMARY KEY,
        holder text NOT NULL,
        fence bigint NOT NULL,
        expires_at timestamptz NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lease');
  }
}
