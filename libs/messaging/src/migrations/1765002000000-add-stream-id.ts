import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the relay recognise its stream by an id in place of the time of its creation, which differs between nodes. */
export class StreamId1765002000000 implements MigrationInterface {
  readonly name = 'StreamId1765002000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE relay_state ADD COLUMN stream_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE relay_state DROP COLUMN stream_id');
  }
}
