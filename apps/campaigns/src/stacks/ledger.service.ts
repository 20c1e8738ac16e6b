import type { Paged } from '@ces/contracts/paging';
import type { Balance, LedgerEntry, LedgerOf } from '@ces/contracts/campaigns/stacks';
import { pageOf } from '@ces/service/database/keyset';
import { timestamp } from '@ces/service/database/timestamp';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Row {
  id: string;
  stack_id: string;
  block_id: string;
  user_id: string;
  value: string;
  created_at: Date;
}

@Injectable()
export class LedgerService {
  constructor(private readonly database: DataSource) {}

  /** Of the blocks on which something was booked. */
  async balances(userId: string): Promise<Balance[]> {
    const rows = await this.database.query<(Omit<Balance, 'value'> & { value: string })[]>(
      `SELECT s.id AS stack_id, s.name AS stack_name, k.id AS block_id, k.name AS block_name, b.value
         FROM balance b JOIN stack_block k ON k.id = b.block_id JOIN stack s ON s.id = k.stack_id
        WHERE b.user_id = $1 ORDER BY s.id, k.position LIMIT 2000`,
      [userId],
    );
    return rows.map((row) => ({ ...row, value: Number(row.value) }));
  }

  /** Newest first. */
  transactions({ user_id, ...page }: LedgerOf): Promise<Paged<LedgerEntry>> {
    const sql = `SELECT id, stack_id, block_id, user_id, value, created_at FROM ledger
      WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;
    return pageOf(page, (...bounds) => this.database.query<Row[]>(sql, [user_id, ...bounds]), toEntry);
  }
}

function toEntry({ value, created_at, ...row }: Row): LedgerEntry {
  return { ...row, value: Number(value), created: timestamp(created_at) };
}
