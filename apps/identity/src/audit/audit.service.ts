import type { AdminCall, AdminCallEnd, AuditEntry } from '@ces/contracts/audit';
import type { Page, Paged } from '@ces/contracts/events';
import { currentCall } from '@ces/messaging/call-context';
import { newId } from '@ces/messaging/ids';
import { pageOf } from '@ces/service/keyset';
import { isUuid } from '@ces/service/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

interface Act {
  who: string;
  what: string;
  user_id: string | null;
}

type Row = Omit<AuditEntry, 'at'> & { at: Date };

/** Who did what, and when. Entries are only ever added. */
@Injectable()
export class AuditService {
  constructor(private readonly database: DataSource) {}

  /** In the transaction of what was done. */
  async add(tx: EntityManager, { who, what, user_id }: Act): Promise<void> {
    await insert(tx, { who, what, user_id, request_id: currentCall()?.requestId ?? null, status: null });
  }

  /** Whether a call that is under way has this entry. */
  async isOpen(tx: EntityManager, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const found = await tx.query<unknown[]>('SELECT 1 FROM audit WHERE id = $1 AND status IS NULL', [id]);
    return found.length > 0;
  }

  /** Before it is done: how it ended is added afterwards, and missing if nobody lived to tell. */
  async note({ who, what, request_id, status }: AdminCall): Promise<{ id: string }> {
    const [user_id = null] = /(?<=\/users\/)[A-Za-z0-9]{25}(?=[:/]|$)/.exec(what) ?? [];
    return { id: await insert(this.database.manager, { who, what, user_id, request_id, status: status ?? null }) };
  }

  async noteEnd({ id, status }: AdminCallEnd): Promise<object> {
    if (isUuid(id)) await this.database.query('UPDATE audit SET status = $2 WHERE id = $1', [id, status]);
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
}

async function insert(
  tx: EntityManager,
  { who, what, user_id, request_id, status }: Omit<AuditEntry, 'id' | 'at'>,
): Promise<string> {
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
