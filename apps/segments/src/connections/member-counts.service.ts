import type { ConnectionRef } from '@ces/contracts/identity/users';
import { userEnteredSegment } from '@ces/contracts/segments/segment-use';
import { newFact, Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import { FilesService } from '../files/files.service.js';
import { MembersService } from '../members/members.service.js';
import { SegmentProgressService } from '../segments/segment-progress.service.js';
import { UsesService } from '../uses/uses.service.js';
import { ConnectionStore } from './connection.store.js';

interface Membership {
  user_id: string;
  segment_id: string;
}

/** Moves the counts of segments by exactly what a change of connections changes, and tells of users who enter by it. */
@Injectable()
export class MemberCounts {
  constructor(
    private readonly outbox: Outbox,
    private readonly connections: ConnectionStore,
    private readonly files: FilesService,
    private readonly members: MembersService,
    private readonly segments: SegmentProgressService,
    private readonly uses: UsesService,
  ) {}

  /** `users` hold the connections before or after the change. Entries of `untold` users are not told. */
  async follow(
    { owners, users, untold }: { owners: ConnectionRef[]; users: string[]; untold: Set<string> },
    change: () => Promise<void>,
  ): Promise<void> {
    const files = await this.files.findHolding(owners);
    const before = await this.members.findMemberships(files, users);
    await change();
    const after = await this.members.findMemberships(files, users);
    const left = without(before, after);
    const entered = without(after, before);
    await this.segments.moveInternalCounts([
      ...left.map(({ segment_id }) => ({ segment_id, by: -1 as const })),
      ...entered.map(({ segment_id }) => ({ segment_id, by: 1 as const })),
    ]);
    await this.tell(entered.filter(({ user_id }) => !untold.has(user_id)));
  }

  private async tell(entered: Membership[]): Promise<void> {
    const wanted = await this.uses.findWantingEntries(entered.map(({ segment_id }) => segment_id));
    const facts = entered.filter(({ segment_id }) => wanted.has(segment_id));
    if (facts.length === 0) return;
    await this.connections.commitDurably();
    await this.outbox.addAll(
      facts.map(({ user_id, segment_id }) => newFact(userEnteredSegment, { user_id, segment_id }, { key: user_id })),
    );
  }
}

function without(some: Membership[], others: Membership[]): Membership[] {
  const known = new Set(others.map(membershipKey));
  return some.filter((each) => !known.has(membershipKey(each)));
}

function membershipKey({ user_id, segment_id }: Membership): string {
  return `${user_id} ${segment_id}`;
}
