import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DefinitionUses1764200000000 implements MigrationInterface {
  readonly name = 'DefinitionUses1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE definition_use (
        campaign_id text NOT NULL,
        name text NOT NULL,
        event_name text NOT NULL,
        properties json NOT NULL,
        PRIMARY KEY (campaign_id, event_name)
      )`);
    await runner.query('CREATE INDEX definition_use_event ON definition_use (event_name)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE definition_use');
  }
}
