import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LogTraceparent1764300000000 implements MigrationInterface {
  readonly name = 'LogTraceparent1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    // The W3C trace context of the request that caused the event.
    await runner.query('ALTER TABLE event ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE event DROP COLUMN traceparent');
  }
}
