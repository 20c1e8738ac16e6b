import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OptinsAtRegistration1764810001000 implements MigrationInterface {
  readonly name = 'OptinsAtRegistration1764810001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE optin ADD COLUMN at_registration boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE optin DROP COLUMN at_registration');
  }
}
