import { erasureReceipt, type DataOf, type ExportPart } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { ConnectionCopyService } from '../connections/connection-copy.service.js';
import { EntriesService } from '../entries/entries.service.js';
import { MembersService } from '../members/members.service.js';
import { SegmentsService } from '../segments/segments.service.js';

const receipt = erasureReceipt('segments');
const segmentsAtOnce = 1_000;

@Injectable()
export class ErasureService {
  constructor(
    private readonly transactions: Transactions,
    private readonly copy: ConnectionCopyService,
    private readonly entries: EntriesService,
    private readonly members: MembersService,
    private readonly segments: SegmentsService,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  async erase(userId: string): Promise<void> {
    // This commits by itself, because it blocks every change of connections, and the search for facts takes long.
    await this.transactions.apart(() => this.copy.erase([userId]));
    await this.entries.forgetUser(userId);
    await this.facts.eraseOutbox(userId, receipt.subject);
    await this.outbox.add(receipt, { user_id: userId });
  }

  /** A page looks at a thousand segments. */
  async export({ user_id, cursor }: DataOf): Promise<ExportPart & { segments: { id: string; name: string }[] }> {
    const after = cursor !== undefined && isUuid(cursor) ? cursor : undefined;
    const segments = await this.segments.namesAfter(after, segmentsAtOnce);
    const segment_ids = segments.map(({ id }) => id);
    const [joined = []] = await this.members.segmentsOf({ user_ids: [user_id], segment_ids });
    return {
      segments: segments.filter(({ id }) => joined.includes(id)),
      next: segments.length === segmentsAtOnce ? (segment_ids.at(-1) ?? null) : null,
    };
  }
}
