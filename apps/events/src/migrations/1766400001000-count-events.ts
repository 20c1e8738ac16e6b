import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EventStats1766400001000 implements MigrationInterface {
  readonly name = 'EventStats1766400001000';

  async up(runner: QueryRunner): Promise<void> {
    // `reason` is empty for accepted events, which a chore counts up to the position.
    await runner.query(`
      CREATE TABLE event_stat (
        event_name text COLLATE "C" NOT NULL,
        hour timestamptz NOT NULL,
        reason text COLLATE "C" NOT NULL,
        events bigint NOT NULL,
        PRIMARY KEY (event_name, hour, reason)
      )`);
    await runner.query('CREATE TABLE event_stat_position (seq bigint NOT NULL)');
    await runner.query('INSERT INTO event_stat_position SELECT coalesce(min(seq) - 1, 0) FROM event_log');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE event_stat, event_stat_position');
  }
}
