import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RatesOfClients1767000000000 implements MigrationInterface {
  readonly name = 'RatesOfClients1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN rate_limit integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client DROP COLUMN rate_limit');
  }
}
