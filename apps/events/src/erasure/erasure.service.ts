import type { RefusedEvent } from '@ces/contracts/events/event-tail';
import { eventAccepted } from '@ces/contracts/events/events';
import { erasureReceipt, type DataOf, type ExportPart } from '@ces/contracts/identity/erasure';
import { FactEraser, stillOnTheWay } from '@ces/messaging/facts/fact-eraser';
import { Outbox, subjectOf } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Tombstones } from '@ces/service/tombstones/tombstones.service';
import { Injectable } from '@nestjs/common';
import { LogService } from '../log/log.service.js';
import { StatsService } from '../stats/stats.service.js';
import { TailService } from '../tail/tail.service.js';
import { KnownUsersService } from '../users/known-users.service.js';

@Injectable()
export class ErasureService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tombstones: Tombstones,
    private readonly log: LogService,
    private readonly stats: StatsService,
    private readonly tail: TailService,
    private readonly users: KnownUsersService,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  /** The refused events come with the first page. */
  async export(request: DataOf): Promise<ExportPart & { refused?: RefusedEvent[] }> {
    const page = await this.log.export(request);
    return request.cursor === undefined
      ? { ...page, refused: await this.tail.refusedOf(request.user_id) }
      : { ...page };
  }

  async erase(userId: string): Promise<void> {
    // The tombstone is committed first: the intake refuses the user from now on. Then the log gets what was under way.
    await this.transactions.apart(() => this.tombstones.bury(userId));
    await this.users.erase(userId);
    if (!(await this.log.untilAppended())) throw stillOnTheWay();
    // A later publication would bring an event back into the stream.
    if (await this.log.hasUnpublished(userId)) throw stillOnTheWay();
    await this.tail.forget(userId);
    const subject = subjectOf(eventAccepted, userId).slice(eventAccepted.stream.length + 1);
    await this.facts.eraseStream(eventAccepted.stream, userId, subject);
    await this.facts.eraseOutbox(userId);
    await this.outbox.add(erasureReceipt('events'), { user_id: userId });
    // The count holds up all other counting until the commit, so it comes last.
    await this.stats.countOfUser(userId);
    await this.log.erase(userId);
  }
}
