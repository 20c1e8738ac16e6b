import { userNamedBy } from '@ces/contracts/identity/audit';
import type { AdminCall, AdminCallEnd, AdminRead, AuditEntry, AuditPage } from '@ces/contracts/identity/audit';
import type { Paged } from '@ces/contracts/paging';
import { currentCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { pageOf } from '@ces/service/database/keyset';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { AuditStore, type AuditRow } from './audit.store.js';

interface Act {
  who: string;
  what: string;
  user_id?: string | null;
}

/** Keeps a part of an export under 1 MiB. */
const entriesAtOnce = 1_000;

@Injectable()
export class AuditService {
  constructor(private readonly store: AuditStore) {}

  /** Joins the transaction of the act. */
  async add({ who, what, user_id }: Act): Promise<void> {
    const request_id = currentCall()?.requestId ?? null;
    await this.store.insert({
      id: newId(),
      who,
      what,
      user_id: user_id ?? null,
      request_id,
      status: null,
      client_id: null,
    });
  }

  async isOpen(id: string): Promise<boolean> {
    return isUuid(id) && this.store.isOpen(id);
  }

  /** Notes a call before it runs. `noteEnd` adds its result, unless the process dies first. */
  async note(call: AdminCall): Promise<{ id: string }> {
    const { who, what, request_id, status, client_id = null } = call;
    if (status !== undefined) return this.noteRefused(call, status);
    const id = newId();
    await this.store.insert({ id, who, what, user_id: userNamedBy(what), request_id, status: null, client_id });
    return { id };
  }

  /** Joins the transaction that marks the facts as handled. */
  addReads(reads: AdminRead[]): Promise<void> {
    return this.store.addReads(reads);
  }

  async noteEnd({ id, status }: AdminCallEnd): Promise<object> {
    if (isUuid(id)) await this.store.end(id, status);
    return {};
  }

  list({ actor, ...page }: AuditPage): Promise<Paged<AuditEntry>> {
    return pageOf(page, (before, atMost) => this.store.findBefore(before, atMost, actor ?? null), toEntry);
  }

  /** A part of the entries about a user, newest first; `next` asks for those before them. */
  async ofUser(userId: string, before: string | null): Promise<{ audit: AuditEntry[]; next: string | null }> {
    const rows = await this.store.findByUser(userId, before, entriesAtOnce);
    return { audit: rows.map(toEntry), next: rows.length < entriesAtOnce ? null : (rows.at(-1)?.id ?? null) };
  }

  /** The entry names no user: it counts all refused calls of the client in this minute. */
  private async noteRefused(call: AdminCall, status: number): Promise<{ id: string }> {
    const { who, what, request_id, client_id = null, count = 1 } = call;
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const id = idOfRefusals(who, minute);
    await this.store.count({ id, who, what, user_id: null, request_id, status, client_id }, minute, count);
    return { id };
  }
}

/** Has the time of a UUID of version 7, so that the entry sorts into the list; the rest is a digest of the client. */
function idOfRefusals(who: string, minute: Date): string {
  const time = minute.getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(who).digest('hex');
  return [time.slice(0, 8), time.slice(8), `7${rest.slice(0, 3)}`, `8${rest.slice(3, 6)}`, rest.slice(6, 18)].join('-');
}

function toEntry({ who_name, client_id, ...row }: AuditRow): AuditEntry {
  return {
    ...{ ...row, at: row.at.toISOString() },
    ...(who_name === null ? {} : { who_name }),
    ...(client_id === null ? {} : { client_id }),
  };
}
