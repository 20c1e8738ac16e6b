import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookHost1764200004000 implements MigrationInterface {
  readonly name = 'WebhookHost1764200004000';

  async up(runner: QueryRunner): Promise<void> {
    // SQL cannot read the host from a URL, because one host has many spellings. Empty: written by the previous release.
    await runner.query(`ALTER TABLE webhook ADD COLUMN host text COLLATE "C" NOT NULL DEFAULT ''`);
    const rows = (await runner.query('SELECT id, url FROM webhook')) as { id: string; url: string }[];
    await runner.query(
      `UPDATE webhook w SET host = given.host FROM unnest($1::uuid[], $2::text[]) AS given (id, host) WHERE w.id = given.id`,
      [rows.map(({ id }) => id), rows.map(({ url }) => new URL(url).hostname)],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook DROP COLUMN host');
  }
}
