import type { MigrationInterface, QueryRunner } from 'typeorm';
import { idsBefore } from '../storage/ids.js';

/** Replicas of the previous release, which record no erasures, run at most this long beside new ones. */
const upgradeMs = 3_600_000;

/** Records the facts that erasures delete, so that the reconciliation does not take them for lost. */
export class ErasedFacts1765013000000 implements MigrationInterface {
  readonly name = 'ErasedFacts1765013000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE erased_fact (message_id uuid PRIMARY KEY, subject text NOT NULL)');
    // Earlier erasures left no record: hours before this id are not compared. A new database needs no such row.
    await runner.query(
      `INSERT INTO erased_fact (message_id, subject)
       SELECT $1, '' WHERE EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM inbox)`,
      [idsBefore(Date.now() + upgradeMs)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erased_fact');
  }
}
