import type { Balance, LedgerEntry, LedgerOf } from '@ces/contracts/campaigns/stacks';
import type { Paged } from '@ces/contracts/paging';
import { pageOf } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { LedgerStore, type EntryRow, type NewEntry } from './ledger.store.js';

export type { NewEntry } from './ledger.store.js';

@Injectable()
export class LedgerService {
  constructor(private readonly store: LedgerStore) {}

  async book(entries: NewEntry[]): Promise<void> {
    if (entries.length > 0) await this.store.book(entries);
  }

  /** Leaves out blocks without a transaction of this user. */
  async balances(userId: string): Promise<Balance[]> {
    const rows = await this.store.balancesOf(userId);
    return rows.map((row) => ({ ...row, value: Number(row.value) }));
  }

  transactions({ user_id, ...page }: LedgerOf): Promise<Paged<LedgerEntry>> {
    return pageOf(page, (before, atMost) => this.store.entriesOf(user_id, before, atMost), toEntry);
  }
}

function toEntry({ value, created_at, ...row }: EntryRow): LedgerEntry {
  return { ...row, value: Number(value), created: created_at.toISOString() };
}
