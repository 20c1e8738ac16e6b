import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KnownChanges1764200004000 implements MigrationInterface {
  readonly name = 'KnownChanges1764200004000';

  /** The copy holds every change up to `known_until`. A position names the owner that was compared last, and no more. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE connection_walk ADD COLUMN known_until bigint');
    await runner.query(`UPDATE connection_walk SET position = position - 'user_id' - 'open'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE connection_walk SET position = NULL');
    await runner.query('ALTER TABLE connection_walk DROP COLUMN known_until');
  }
}
