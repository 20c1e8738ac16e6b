import {
  allConnections,
  connectionsOfUsers,
  latelyChanged,
  type ConnectionsPage,
  type CopiedConnection,
} from '@ces/contracts/connection-copy';
import type { ConnectionRef } from '@ces/contracts/users';
import { userEnteredSegment } from '@ces/contracts/segment-use';
import { Bus } from '@ces/messaging/bus';
import { withoutKey } from '@ces/messaging/call-context';
import { newFact, Outbox } from '@ces/messaging/outbox';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { tableOf } from '../files/file-table.js';
import { filesInForce, membershipsOf, type Membership } from './membership.js';

const atOnce = 5_000;

/**
 * The copy of identity's connections, which says who is in which segment. Facts only say whose connections changed: what
 * they are is asked of identity, so that facts may come late, twice and in any order. Whoever changes the copy, or counts
 * by it, holds one lock from before the question until the commit: an answer is never older than one that was applied.
 */
@Injectable()
export class CopyService {
  private readonly log = new Logger('Connections');

  constructor(
    private readonly bus: Bus,
    private readonly outbox: Outbox,
  ) {}

  async lock(tx: EntityManager): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('copy of connections', 0))`);
  }

  /** Brings the copy of these users' connections up to date, with all that follows from them. Returns who is gone. */
  async refresh(tx: EntityManager, userIds: string[]): Promise<string[]> {
    await this.lock(tx);
    const users = [...new Set(userIds)];
    const gone: string[] = [];
    for (let start = 0; start < users.length; start += atOnce) {
      gone.push(...(await this.refreshSome(tx, users.slice(start, start + atOnce))));
    }
    return gone;
  }

  /** The user is gone: so are the connections, and the identifiers in files that were the user's. */
  async erase(tx: EntityManager, userIds: string[], owned: ConnectionRef[] = []): Promise<void> {
    await this.lock(tx);
    const held = await tx.query<CopiedConnection[]>(
      'SELECT provider_name, owner_id, user_id, open FROM connection WHERE user_id = ANY ($1)',
      [userIds],
    );
    await this.change(tx, { rows: [], stale: held });
    await forgetIdentifiers(tx, [...held, ...owned]);
  }

  /** What identity has told nobody yet, as far as it answers: who is connected before an upload is counted with it. */
  async catchUp(tx: EntityManager): Promise<void> {
    try {
      await this.refresh(tx, await this.bus.call(latelyChanged, {}));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'service-unavailable')) throw error;
      this.log.warn({ err: error }, 'identity cannot be asked; what has changed lately will come as facts');
    }
  }

  /** One step of the comparison of everything: the page after this position, and the position after it. */
  async compare(tx: EntityManager, after: CopiedConnection | null): Promise<CopiedConnection | null> {
    await this.lock(tx);
    const page = await withoutKey(() => this.bus.call(allConnections, after ? { after } : {}, { timeout: 20_000 }));
    const last = page.whole ? null : (page.connections.at(-1) ?? null);
    const unknown = await beyond(tx, page, after, last);
    await this.change(tx, { rows: page.connections, stale: [] });
    await this.refresh(tx, unknown);
    return last;
  }

  private async refreshSome(tx: EntityManager, userIds: string[]): Promise<string[]> {
    const { connections, gone } = await this.truthOf(userIds);
    const stale = await tx.query<CopiedConnection[]>(
      `SELECT provider_name, owner_id, user_id, open FROM connection
        WHERE user_id = ANY ($1) AND user_id <> ALL ($2) AND (provider_name, owner_id) NOT IN (
          SELECT provider_name, owner_id FROM json_to_recordset($3) AS t (provider_name text, owner_id text))`,
      [userIds, gone, JSON.stringify(connections)],
    );
    await this.change(tx, { rows: connections, stale });
    if (gone.length > 0) await this.erase(tx, gone);
    return gone;
  }

  private async truthOf(user_ids: string[]): Promise<{ connections: CopiedConnection[]; gone: string[] }> {
    const connections: CopiedConnection[] = [];
    for (let after: CopiedConnection | undefined; ; after = connections.at(-1)) {
      const asked = { user_ids, ...(after ? { after } : {}) };
      const page = await withoutKey(() => this.bus.call(connectionsOfUsers, asked));
      connections.push(...page.connections);
      if (page.whole) return { connections, gone: page.gone };
    }
  }

  /** Writes what differs, and moves counts by exactly what that changes. */
  private async change(tx: EntityManager, { rows, stale }: Change): Promise<void> {
    const changed = await differing(tx, rows);
    if (changed.length + stale.length === 0) return;
    const held = changed.map((row) => row.held_by).filter((user) => user !== null);
    const users = [...new Set([...held, ...[...changed, ...stale].map((row) => row.user_id)])];
    const files = await filesInForce(tx);
    const before = await membershipsOf(tx, files, users);
    await write(tx, changed, stale, users);
    const after = await membershipsOf(tx, files, users);
    await this.settle(tx, before, after);
  }

  private async settle(tx: EntityManager, before: Membership[], after: Membership[]): Promise<void> {
    const was = new Set(before.map(keyOf));
    const is = new Set(after.map(keyOf));
    const left = before.filter((each) => !is.has(keyOf(each)));
    const entered = after.filter((each) => !was.has(keyOf(each)));
    const moved = [...left.map((each) => ({ ...each, by: -1 })), ...entered.map((each) => ({ ...each, by: 1 }))];
    if (moved.length === 0) return;
    await tx.query(
      `UPDATE segment s SET internal_count = internal_count + d.by
         FROM (SELECT segment_id, sum(by) AS by FROM json_to_recordset($1) AS m (segment_id uuid, by bigint)
                GROUP BY segment_id) d WHERE d.segment_id = s.id`,
      [JSON.stringify(moved)],
    );
    const wanted = await tx.query<{ segment_id: string }[]>(
      'SELECT DISTINCT segment_id FROM segment_use WHERE entries',
    );
    const told = new Set(wanted.map(({ segment_id }) => segment_id));
    const facts = entered.filter(({ segment_id }) => told.has(segment_id));
    await this.outbox.addAll(
      tx,
      facts.map(({ user_id, segment_id }) => newFact(userEnteredSegment, { user_id, segment_id }, { key: user_id })),
    );
  }
}

interface Change {
  /** As identity has them. */
  rows: CopiedConnection[];
  /** Ours, which identity has no more. */
  stale: CopiedConnection[];
}

type Differing = CopiedConnection & { held_by: string | null };

const keyOf = ({ user_id, segment_id }: Membership): string => `${user_id} ${segment_id}`;

function differing(tx: EntityManager, rows: CopiedConnection[]): Promise<Differing[]> {
  return tx.query(
    `SELECT t.provider_name, t.owner_id, t.user_id, t.open, c.user_id AS held_by
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text, open boolean)
       LEFT JOIN connection c ON c.provider_name = t.provider_name AND c.owner_id = t.owner_id
      WHERE (c.user_id, c.open) IS DISTINCT FROM (t.user_id, t.open)`,
    [JSON.stringify(rows)],
  );
}

async function write(
  tx: EntityManager,
  changed: CopiedConnection[],
  stale: CopiedConnection[],
  users: string[],
): Promise<void> {
  await tx.query(
    `DELETE FROM connection c USING json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text)
      WHERE c.provider_name = t.provider_name AND c.owner_id = t.owner_id AND c.user_id = t.user_id`,
    [JSON.stringify(stale)],
  );
  await tx.query(
    `INSERT INTO connection (provider_name, owner_id, user_id, open)
     SELECT provider_name, owner_id, user_id, open
       FROM json_to_recordset($1) AS t (provider_name text, owner_id text, user_id text, open boolean)
     ON CONFLICT (provider_name, owner_id) DO UPDATE SET user_id = EXCLUDED.user_id, open = EXCLUDED.open`,
    [JSON.stringify(changed)],
  );
  await tx.query(
    `UPDATE connection c SET several = n.several
       FROM (SELECT provider_name, user_id, count(*) > 1 AS several FROM connection WHERE user_id = ANY ($1)
              GROUP BY provider_name, user_id) n
      WHERE c.user_id = n.user_id AND c.provider_name = n.provider_name AND c.several <> n.several`,
    [users],
  );
}

/** Whose connections are ours and within the page's bounds, but not on it. */
async function beyond(
  tx: EntityManager,
  { connections }: ConnectionsPage,
  after: CopiedConnection | null,
  last: CopiedConnection | null,
): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }[]>(
    `SELECT DISTINCT c.user_id FROM connection c
      WHERE (c.provider_name, c.owner_id) > ($1, $2) AND ($3::text IS NULL OR (c.provider_name, c.owner_id) <= ($3, $4))
        AND (c.provider_name, c.owner_id) NOT IN (
          SELECT provider_name, owner_id FROM json_to_recordset($5) AS t (provider_name text, owner_id text))`,
    [
      after?.provider_name ?? '',
      after?.owner_id ?? '',
      last?.provider_name ?? null,
      last?.owner_id ?? null,
      JSON.stringify(connections),
    ],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Unless somebody else is connected by them now. Files on their way in have no provider yet. */
async function forgetIdentifiers(tx: EntityManager, owners: ConnectionRef[]): Promise<void> {
  if (owners.length === 0) return;
  const files = await tx.query<{ id: string; provider_name: string | null }[]>(
    'SELECT id, provider_name FROM file ORDER BY id FOR KEY SHARE',
  );
  for (const { id, provider_name } of files) {
    const theirs = owners.filter((owner) => provider_name === null || owner.provider_name === provider_name);
    if (theirs.length === 0) continue;
    await tx.query(
      `DELETE FROM ${tableOf(id)} f USING json_to_recordset($1) AS t (provider_name text, owner_id text)
        WHERE f.identifier = t.owner_id AND NOT EXISTS (
          SELECT FROM connection c WHERE c.provider_name = t.provider_name AND c.owner_id = t.owner_id)`,
      [JSON.stringify(theirs)],
    );
  }
}
