import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasure searches for users by text now. The index slowed each fact down and refused facts with odd characters. */
export class OutboxWithoutIndex1764100005000 implements MigrationInterface {
  readonly name = 'OutboxWithoutIndex1764100005000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX outbox_of_user');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX outbox_of_user ON outbox (((payload::json) ->> 'user_id'))`);
  }
}
