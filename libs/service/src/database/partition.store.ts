import { Transactions } from '@ces/messaging/storage/transactions';
import { escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';

/** Ranges of one column, with a default partition for all other rows. */
export interface PartitionedTable {
  name: string;
  column: string;
  /** Two replicas must not change the partitions at once. */
  lock: number;
  /** The text by which a partition is bounded at this moment, if the column holds no moments. */
  bound?: (moment: number) => string;
  /** Writes elsewhere what is still needed of a partition, in the transaction that drops it. */
  carry?: (partition: string) => Promise<void>;
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
  private readonly transactions: Transactions;

  constructor(
    database: DataSource,
    private readonly table: PartitionedTable,
  ) {
    this.transactions = new Transactions(database);
  }

  async names(): Promise<string[]> {
    const { name } = this.table;
    const rows = await this.transactions.current.query<{ name: string }[]>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = $1::regclass AND c.relname <> $2`,
      [name, `${name}_default`],
    );
    return rows.map((row) => row.name);
  }

  /** Does nothing if the partition exists. Rows that were written before it existed move over from the default partition. */
  async make({ name, from, to }: Partition): Promise<void> {
    const { name: table, column } = this.table;
    await this.alone(async () => {
      if ((await this.names()).includes(name)) return;
      await this.transactions.open.query('SELECT make_partition($1, $2, $3, $4, $5)', [table, name, column, from, to]);
    });
  }

  /** Does nothing if the partition is gone, so that two replicas do not carry it twice. */
  async drop(name: string): Promise<void> {
    const { name: table, carry } = this.table;
    await this.alone(async () => {
      if (!(await this.names()).includes(name)) return;
      if (carry) {
        await this.transactions.open.query(`LOCK TABLE ${escapeIdentifier(name)} IN SHARE MODE`);
        await carry(name);
      }
      await this.transactions.open.query('SELECT drop_partition($1, $2)', [table, name]);
    });
  }

  private async alone(step: () => Promise<unknown>): Promise<void> {
    await this.transactions.apart(async () => {
      await this.transactions.open.query('SELECT pg_advisory_xact_lock($1)', [this.table.lock]);
      await this.transactions.open.query("SET LOCAL lock_timeout = '2s'");
      await step();
    });
  }
}
