import type { MigrationInterface, QueryRunner } from 'typeorm';
import { hostOf } from '../subscriptions/stored-webhook.js';

export class WebhookHost1764200004000 implements MigrationInterface {
  readonly name = 'WebhookHost1764200004000';

  async up(runner: QueryRunner): Promise<void> {
    // SQL cannot tell the host of a URL: one host has many spellings. Empty: written by the release before.
    await runner.query(`ALTER TABLE webhook ADD COLUMN host text COLLATE "C" NOT NULL DEFAULT ''`);
    const rows = (await runner.query('SELECT id, url FROM webhook')) as { id: string; url: string }[];
    await runner.query(
      `UPDATE webhook w SET host = given.host FROM unnest($1::uuid[], $2::text[]) AS given (id, host) WHERE w.id = given.id`,
      [rows.map(({ id }) => id), rows.map(({ url }) => hostOf(url))],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook DROP COLUMN host');
  }
}
