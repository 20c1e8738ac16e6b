import type { DataSource } from 'typeorm';

/** The record of the migrations that ran. SQL because TypeORM keeps it, and it may not exist yet. */
export class AppliedMigrationStore {
  constructor(private readonly database: DataSource) {}

  /** Their names; none in an empty database. */
  async names(): Promise<string[]> {
    const [table] = await this.database.query<{ there: boolean }[]>(
      `SELECT to_regclass('migrations') IS NOT NULL AS there`,
    );
    if (!table?.there) return [];
    const rows = await this.database.query<{ name: string }[]>('SELECT name FROM migrations');
    return rows.map(({ name }) => name);
  }
}
