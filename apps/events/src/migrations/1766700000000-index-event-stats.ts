import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sums of all names read the latest hours only. */
export class EventStatHours1766700000000 implements MigrationInterface {
  readonly name = 'EventStatHours1766700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX event_stat_hour ON event_stat (hour)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX event_stat_hour');
  }
}
