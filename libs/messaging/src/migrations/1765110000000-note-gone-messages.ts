import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the relay notice an emptied stream after a change of the replica, and tell a loss from deletions of ours. */
export class GoneMessages1765110000000 implements MigrationInterface {
  readonly name = 'GoneMessages1765110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE relay_state ADD COLUMN gone_sequence bigint NOT NULL DEFAULT 0, ADD COLUMN published_at timestamptz',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE relay_state DROP COLUMN gone_sequence, DROP COLUMN published_at');
  }
}
