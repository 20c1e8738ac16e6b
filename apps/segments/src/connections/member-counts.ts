import type { ConnectionRef } from '@ces/contracts/users';
import { userEnteredSegment } from '@ces/contracts/segment-use';
import { newFact, Outbox } from '@ces/messaging/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { filesNaming, membershipsOf, type Membership } from './membership.js';

/** The counts of segments, which move by exactly what a change of connections changes, and who enters by it. */
@Injectable()
export class MemberCounts {
  constructor(private readonly outbox: Outbox) {}

  /** Around a change of these owners' connections, which are or will be those of these users. */
  async follow(
    tx: EntityManager,
    { owners, users }: { owners: ConnectionRef[]; users: string[] },
    change: () => Promise<void>,
  ): Promise<void> {
    const files = await filesNaming(tx, owners);
    const before = await membershipsOf(tx, files, users);
    await change();
    const after = await membershipsOf(tx, files, users);
    const was = new Set(before.map(keyOf));
    const is = new Set(after.map(keyOf));
    const entered = after.filter((each) => !was.has(keyOf(each)));
    await this.move(
      tx,
      before.filter((each) => !is.has(keyOf(each))),
      entered,
    );
    await this.tell(tx, entered);
  }

  private async move(tx: EntityManager, left: Membership[], entered: Membership[]): Promise<void> {
    const moved = [...left.map((each) => ({ ...each, by: -1 })), ...entered.map((each) => ({ ...each, by: 1 }))];
    if (moved.length === 0) return;
    await tx.query(
      `UPDATE segment s SET internal_count = internal_count + d.by
         FROM (SELECT segment_id, sum(by) AS by FROM json_to_recordset($1) AS m (segment_id uuid, by bigint)
                GROUP BY segment_id) d WHERE d.segment_id = s.id`,
      [JSON.stringify(moved)],
    );
  }

  private async tell(tx: EntityManager, entered: Membership[]): Promise<void> {
    if (entered.length === 0) return;
    const wanted = await tx.query<{ segment_id: string }[]>(
      'SELECT DISTINCT segment_id FROM segment_use WHERE entries',
    );
    const told = new Set(wanted.map(({ segment_id }) => segment_id));
    const facts = entered.filter(({ segment_id }) => told.has(segment_id));
    if (facts.length === 0) return;
    // A crash must not forget what may have been told.
    await tx.query('SET LOCAL synchronous_commit = on');
    await this.outbox.addAll(
      tx,
      facts.map(({ user_id, segment_id }) => newFact(userEnteredSegment, { user_id, segment_id }, { key: user_id })),
    );
  }
}

const keyOf = ({ user_id, segment_id }: Membership): string => `${user_id} ${segment_id}`;
