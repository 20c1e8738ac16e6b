import type { DataSource } from 'typeorm';

/** SQL because TypeORM owns this table, which may not exist yet. */
export class AppliedMigrationStore {
  constructor(private readonly database: DataSource) {}

  async names(): Promise<string[]> {
    const [table] = await this.database.query<{ there: boolean }[]>(
      `SELECT to_regclass('migrations') IS NOT NULL AS there`,
    );
    if (!table?.there) return [];
    const rows = await this.database.query<{ name: string }[]>('SELECT name FROM migrations');
    return rows.map(({ name }) => name);
  }
}
