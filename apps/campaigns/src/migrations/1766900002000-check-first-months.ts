import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reads both tables as a whole, while services read and write them: too long for a transaction of the next migrations. */
export class FirstMonthsChecked1766900002000 implements MigrationInterface {
  readonly name = 'FirstMonthsChecked1766900002000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_grant VALIDATE CONSTRAINT campaign_grant_first');
    await runner.query('ALTER TABLE ledger VALIDATE CONSTRAINT ledger_first');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
