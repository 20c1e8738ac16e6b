import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Clients can go on to call what they could call before: those with `account` get `rewards`, those with `events:write`
 * get `events:read`. Sign-ins that are stored now get `rewards` too, from their next access token on. A sign-in that a
 * replica of the earlier release stores after this migration lacks `rewards` for good.
 */
export class SplitScopes1764910002000 implements MigrationInterface {
  readonly name = 'SplitScopes1764910002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [had, gets] of [
      ['account', 'rewards'],
      ['events:write', 'events:read'],
    ]) {
      await runner.query(
        'UPDATE client SET scopes = array_append(scopes, $2) WHERE $1 = ANY (scopes) AND NOT $2 = ANY (scopes)',
        [had, gets],
      );
    }
    await this.widen(runner, `kind IN ('AuthorizationCode', 'RefreshToken')`, '"scope"\\s*:\\s*"');
    await this.widen(runner, `kind = 'Grant'`, '"resources"\\s*:\\s*\\{\\s*"[^"]*"\\s*:\\s*"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE client SET scopes = array_remove(array_remove(scopes, 'rewards'), 'events:read')`);
  }

  /** Adds `rewards` behind `account`. It works on text, because a payload may hold a NUL, which jsonb refuses. */
  private async widen(runner: QueryRunner, rows: string, before: string): Promise<void> {
    const withAccount = `(${before}(?:[^"]* )?account)(?=[ "])`;
    await runner.query(
      `UPDATE oauth_payload SET payload = regexp_replace(payload::text, $1, $2)::json
        WHERE ${rows} AND payload::text ~ $1`,
      [withAccount, '\\1 rewards'],
    );
  }
}
