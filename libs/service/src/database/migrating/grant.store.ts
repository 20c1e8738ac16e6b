import { escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';

/** SQL because rights concern all tables at once. */
export class GrantStore {
  constructor(private readonly database: DataSource) {}

  /**
   * Lets a role read and write all rows and call all functions, also those of later migrations, but change no table.
   * Only the role that migrates may write in the record of migrations.
   */
  async letServe(role: string): Promise<void> {
    const to = escapeIdentifier(role);
    const rows = 'SELECT, INSERT, UPDATE, DELETE';
    await this.database.transaction(async (tx) => {
      await tx.query(`GRANT USAGE ON SCHEMA public TO ${to}`);
      await tx.query(`GRANT ${rows} ON ALL TABLES IN SCHEMA public TO ${to}`);
      await tx.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to}`);
      await tx.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${to}`);
      await tx.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${rows} ON TABLES TO ${to}`);
      await tx.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${to}`);
      await tx.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO ${to}`);
      await tx.query(`REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${to}`);
    });
  }
}
