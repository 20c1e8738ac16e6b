import type { ConnectionRef } from '@ces/contracts/identity/users';
import { userEnteredSegment } from '@ces/contracts/segments/segment-use';
import { newFact, Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { filesNaming } from '../files/files-in-force.js';
import { moveInternalCounts } from '../segments/segment-states.js';
import { wantedEntries } from '../uses/wanted-entries.js';
import { membershipsOf, type Membership } from './membership.js';

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
    const left = before.filter((each) => !is.has(keyOf(each)));
    const entered = after.filter((each) => !was.has(keyOf(each)));
    await moveInternalCounts(tx, [
      ...left.map(({ segment_id }) => ({ segment_id, by: -1 as const })),
      ...entered.map(({ segment_id }) => ({ segment_id, by: 1 as const })),
    ]);
    await this.tell(tx, entered);
  }

  private async tell(tx: EntityManager, entered: Membership[]): Promise<void> {
    const wanted = await wantedEntries(
      tx,
      entered.map(({ segment_id }) => segment_id),
    );
    const facts = entered.filter(({ segment_id }) => wanted.has(segment_id));
    if (facts.length === 0) return;
    // A crash must not forget what may have been told.
    await tx.query('SET LOCAL synchronous_commit = on');
    await this.outbox.addAll(
      facts.map(({ user_id, segment_id }) => newFact(userEnteredSegment, { user_id, segment_id }, { key: user_id })),
    );
  }
}

const keyOf = ({ user_id, segment_id }: Membership): string => `${user_id} ${segment_id}`;
