import type { AdminCall, AdminCallEnd, AuditEntry } from '@ces/contracts/identity/audit';
import type { Page, Paged } from '@ces/contracts/paging';
import { currentCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';

interface Act {
  who: string;
  what: string;
  /** The user it was done to, if it was done to one. */
  user_id?: string | null;
}

type Row = Omit<AuditEntry, 'at'> & { at: Date };

type NewEntry = Omit<AuditEntry, 'id' | 'at' | 'count'>;

/** Who did what, and when. Entries are added, and go when their month is older than the retention. */
@Injectable()
export class AuditService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** In the transaction of what was done. */
  async add({ who, what, user_id }: Act): Promise<void> {
    const request_id = currentCall()?.requestId ?? null;
    await insert(this.transactions.open, { who, what, user_id: user_id ?? null, request_id, status: null });
  }

  /** Whether a call that is under way has this entry. A call takes seconds: older partitions need not be looked through. */
  async isOpen(tx: EntityManager, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const found = await tx.query<unknown[]>(
      `SELECT 1 FROM audit WHERE id = $1 AND status IS NULL AND at > now() - interval '1 day'`,
      [id],
    );
    return found.length > 0;
  }

  /** Before it is done: how it ended is added afterwards, and missing if the process did not live to tell. */
  async note({ who, what, request_id, status, count }: AdminCall): Promise<{ id: string }> {
    const [user_id = null] = /(?<=\/users\/)[A-Za-z0-9]{25}(?=[:/]|$)/.exec(what) ?? [];
    const entry = { who, what, user_id, request_id, status: status ?? null };
    if (status === undefined) return { id: await insert(this.database.manager, entry) };
    // It was done to no user, and stands for others that may have meant other users.
    return { id: await this.countRefused({ ...entry, user_id: null }, count ?? 1) };
  }

  /** A call takes seconds: older partitions need not be looked through. */
  async noteEnd({ id, status }: AdminCallEnd): Promise<object> {
    if (isUuid(id)) {
      await this.database.query(`UPDATE audit SET status = $2 WHERE id = $1 AND at > now() - interval '1 day'`, [
        id,
        status,
      ]);
    }
    return {};
  }

  list(page: Page): Promise<Paged<AuditEntry>> {
    const sql = 'SELECT * FROM audit WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2';
    return pageOf(page, (...bounds) => this.database.query<Row[]>(sql, bounds), toEntry);
  }

  async ofUser(userId: string): Promise<AuditEntry[]> {
    const rows = await this.database.query<Row[]>(
      'SELECT * FROM audit WHERE user_id = $1 ORDER BY id DESC LIMIT 1000',
      [userId],
    );
    return rows.map(toEntry);
  }

  /** SQL because entries of one client and minute are one row, whichever gateway tells of them. */
  private async countRefused({ who, what, user_id, request_id, status }: NewEntry, count: number): Promise<string> {
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const id = idOfRefusals(who, minute);
    await this.database.query(
      `INSERT INTO audit (id, at, who, what, user_id, request_id, status, count) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id, at) DO UPDATE SET count = audit.count + EXCLUDED.count`,
      [id, minute, who, what, user_id, request_id, status, count],
    );
    return id;
  }
}

/** As a UUID of version 7 of that moment has it, so that the entry has its place in the list; the rest is the client's. */
function idOfRefusals(who: string, minute: Date): string {
  const time = minute.getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(who).digest('hex');
  return [time.slice(0, 8), time.slice(8), `7${rest.slice(0, 3)}`, `8${rest.slice(3, 6)}`, rest.slice(6, 18)].join('-');
}

async function insert(tx: EntityManager, { who, what, user_id, request_id, status }: NewEntry): Promise<string> {
  const id = newId();
  await tx.query('INSERT INTO audit (id, who, what, user_id, request_id, status) VALUES ($1, $2, $3, $4, $5, $6)', [
    id,
    who,
    what,
    user_id,
    request_id,
    status,
  ]);
  return id;
}

function toEntry(row: Row): AuditEntry {
  return { ...row, at: row.at.toISOString() };
}
