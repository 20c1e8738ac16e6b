import { erasureReceipt, type DataOf } from '@ces/contracts/identity/erasure';
import { Problem } from '@ces/contracts/problems';
import { FactEraser, stillOnTheWay } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { outdateThoseBefore, type GoneEvent } from '../queues/queue.store.js';
import { Wakes } from '../wakes/wakes.service.js';
import { LogService } from '../log/log.service.js';

const receipt = erasureReceipt('webhooks');
const exportedAtOnce = 500;
const exportedBytes = 400_000;

interface Row {
  position: string;
  id: string;
  name: string;
  data: string;
}

/** What is still to be delivered of a user, or was, and is kept for replays. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly database: DataSource,
    private readonly log: LogService,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
    private readonly wakes: Wakes,
  ) {}

  async erase(tx: EntityManager, userId: string): Promise<void> {
    await this.facts.eraseOutbox(userId, receipt.subject);
    await this.outbox.add(receipt, { user_id: userId });
    const gone = await deleteEvents(tx, userId);
    // Before the answers: one that is being written down is waited for, and those that come later are not kept.
    await outdateThoseBefore(tx, gone);
    await tx.query(
      `UPDATE attempt SET answer = NULL FROM unnest($1::bigint[]) AS gone (position)
        WHERE answer IS NOT NULL AND int8range(after, upto, '(]') @> gone.position`,
      [gone.map(({ position }) => position)],
    );
    // Last, because it holds up all that is appended: facts of the user that are under way find the mark.
    await this.log.holdForErasure(tx);
    await tx.query('INSERT INTO erased_user (user_hash) VALUES ($1) ON CONFLICT DO NOTHING', [
      createHash('sha256').update(userId).digest(),
    ]);
    // One that came in just now may be under way already: everything once more.
    if ((await deleteEvents(tx, userId)).length > 0) throw stillOnTheWay();
    afterCommit(() => {
      this.wakes.erased();
    });
  }

  async export({ user_id, cursor = '0' }: DataOf): Promise<{ events: object[]; next: string | null }> {
    if (!/^\d{1,18}$/.test(cursor)) throw new Problem('parameter-invalid', 'cursor: is not one of this export.');
    const rows = await this.database.query<Row[]>(
      `SELECT position, id, name, data FROM event WHERE user_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
      [user_id, cursor, exportedAtOnce],
    );
    const part: Row[] = [];
    for (let bytes = 0; part.length < rows.length;) {
      const row = rows[part.length];
      if (!row || (part.length > 0 && bytes + row.data.length > exportedBytes)) break;
      bytes += row.data.length;
      part.push(row);
    }
    const more = part.length < rows.length || rows.length === exportedAtOnce;
    return { events: part.map(toExported), next: more ? (part.at(-1)?.position ?? null) : null };
  }
}

function toExported({ id, name, data, position }: Row): object {
  return { id, name, data: JSON.parse(data) as object, logged: new Date(Number(position) / 1_000).toISOString() };
}

async function deleteEvents(tx: EntityManager, userId: string): Promise<GoneEvent[]> {
  const [gone] = await tx.query<[GoneEvent[], number]>(
    'DELETE FROM event WHERE user_id = $1 RETURNING name, position',
    [userId],
  );
  return gone;
}
