import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KnownChanges1764200004000 implements MigrationInterface {
  readonly name = 'KnownChanges1764200004000';

  /** All that identity has told up to here is in the copy. A position says no more than which owner was compared last. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE connection_walk ADD COLUMN known_until bigint');
    await runner.query(`UPDATE connection_walk SET position = position - 'user_id' - 'open'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE connection_walk SET position = NULL');
    await runner.query('ALTER TABLE connection_walk DROP COLUMN known_until');
  }
}
