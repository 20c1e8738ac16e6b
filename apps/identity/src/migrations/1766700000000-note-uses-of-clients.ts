import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ClientUses1766700000000 implements MigrationInterface {
  readonly name = 'ClientUses1766700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client ADD COLUMN last_used_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client DROP COLUMN last_used_at');
  }
}
