import type { DataSource } from 'typeorm';

export interface SealedColumn {
  table: string;
  column: string;
  /** SQL for the owner that the ciphertext is bound to. */
  owner: string;
}

export interface SealedRow {
  place: string;
  owner: string;
  sealed: string;
}

/** SQL because one class works on columns of any table. */
export class SealedColumnStore {
  constructor(
    private readonly database: DataSource,
    private readonly sealed: SealedColumn,
  ) {}

  /** Rows sealed by another key than the one of `mark`. */
  findOlder(mark: string, atMost: number): Promise<SealedRow[]> {
    const { table, column, owner } = this.sealed;
    return this.database.query(
      `SELECT ctid AS place, ${owner} AS owner, ${column} AS sealed FROM ${table}
       WHERE NOT starts_with(${column}, $1) LIMIT $2`,
      [mark, atMost],
    );
  }

  /** Does nothing if the row has changed. Returns the number of changed rows. */
  async replace({ place, sealed }: SealedRow, replacement: string): Promise<number> {
    const { table, column } = this.sealed;
    const [, changed] = await this.database.query<[unknown[], number]>(
      `UPDATE ${table} SET ${column} = $1 WHERE ctid = $2 AND ${column} = $3`,
      [replacement, place, sealed],
    );
    return changed;
  }
}
