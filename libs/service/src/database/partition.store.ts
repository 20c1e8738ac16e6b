import type { DataSource, EntityManager } from 'typeorm';

/** Ranges of one column, with a default partition for all other rows. */
export interface PartitionedTable {
  name: string;
  column: string;
  /** Two replicas must not change the partitions at once. */
  lock: number;
}

/** Names sort by time; the bounds are texts of the column's type. */
export interface Partition {
  name: string;
  from: string;
  to: string;
}

/**
 * SQL because partitions are tables. Each change is a short transaction of its own: it locks the table for a moment,
 * and fails if it does not get the lock within 2 s. Functions of the database change the tables, because the role that
 * serves may not.
 */
export class PartitionStore {
  constructor(
    private readonly database: DataSource,
    private readonly table: PartitionedTable,
  ) {}

  async names(tx: EntityManager = this.database.manager): Promise<string[]> {
    const { name } = this.table;
    const rows = await tx.query<{ name: string }[]>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = $1::regclass AND c.relname <> $2`,
      [name, `${name}_default`],
    );
    return rows.map((row) => row.name);
  }

  /** Does nothing if the partition exists. Rows that were written before it existed move over from the default partition. */
  async make({ name, from, to }: Partition): Promise<void> {
    const { name: table, column } = this.table;
    await this.alone(async (tx) => {
      if ((await this.names(tx)).includes(name)) return;
      await tx.query('SELECT make_partition($1, $2, $3, $4, $5)', [table, name, column, from, to]);
    });
  }

  async drop(name: string): Promise<void> {
    await this.alone((tx) => tx.query('SELECT drop_partition($1, $2)', [this.table.name, name]));
  }

  private async alone(step: (tx: EntityManager) => Promise<unknown>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [this.table.lock]);
      await tx.query("SET LOCAL lock_timeout = '2s'");
      await step(tx);
    });
  }
}
