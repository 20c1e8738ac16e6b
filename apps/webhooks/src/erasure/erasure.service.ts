import { erasureReceipt, type DataOf } from '@ces/contracts/identity/erasure';
import { Problem } from '@ces/contracts/problems';
import { FactEraser, stillOnTheWay } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit } from '@ces/messaging/storage/transactions';
import { Every } from '@ces/service/chores/every';
import { Tombstones } from '@ces/service/tombstones/tombstones.service';
import { Injectable } from '@nestjs/common';
import { AttemptsService } from '../attempts/attempts.service.js';
import { LogPartitions } from '../log/log-partitions.service.js';
import { LogService, type UserEvent } from '../log/log.service.js';
import { QueuesService } from '../queues/queues.service.js';
import { Wakes } from '../wakes/wakes.service.js';

const receipt = erasureReceipt('webhooks');
const exportedAtOnce = 500;
const exportedBytes = 400_000;

/** Erases and exports a user's events: those to deliver, and those kept for replays. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly tombstones: Tombstones,
    private readonly log: LogService,
    private readonly partitions: LogPartitions,
    private readonly queues: QueuesService,
    private readonly attempts: AttemptsService,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
    private readonly wakes: Wakes,
  ) {}

  async erase(userId: string): Promise<void> {
    await this.facts.eraseOutbox(userId, receipt.subject);
    await this.outbox.add(receipt, { user_id: userId });
    const erased = await this.log.eraseEventsOf(userId);
    // This comes before the answers: it waits for answers that are being recorded, and later ones are not kept.
    await this.queues.outdateBefore(erased);
    await this.attempts.forgetAnswersTo(erased.map(({ position }) => position));
    // The log is held last, because this holds up every append. Facts of the user that arrive later find the tombstone.
    await this.log.holdForErasure();
    await this.tombstones.bury(userId);
    // An event that was appended meanwhile may be on the wire already, so the erasure begins again.
    if ((await this.log.eraseEventsOf(userId)).length > 0) throw stillOnTheWay();
    afterCommit(() => {
      this.wakes.erased();
    });
  }

  async export({ user_id, cursor = '0' }: DataOf): Promise<{ events: object[]; next: string | null }> {
    if (!/^\d{1,18}$/.test(cursor)) throw new Problem('parameter-invalid', 'cursor: is not one of this export.');
    const found = await this.log.readOf(user_id, cursor, exportedAtOnce);
    const part = firstThatFit(found);
    const more = part.length < found.length || found.length === exportedAtOnce;
    return { events: part.map(toExported), next: more ? (part.at(-1)?.position ?? null) : null };
  }

  @Every({
    name: 'forget-dropped-events',
    does: 'Deletes events set aside and answers of receivers whose events have left the log.',
    seconds: 3_600,
    atStart: true,
  })
  forgetDroppedNow(): Promise<void> {
    return this.forgetDropped(Date.now());
  }

  /**
   * Clears answers whose events have left the log. An answer may repeat its request, and without the events its user is
   * unknown. After a replay an answer may be much younger than its events.
   */
  async forgetDropped(now: number): Promise<void> {
    const oldest = this.partitions.oldestPosition(now);
    await this.queues.forgetBefore(oldest);
    await this.attempts.forgetAnswersBefore(oldest);
  }
}

/** Takes at least one event. */
function firstThatFit(found: UserEvent[]): UserEvent[] {
  let bytes = 0;
  const end = found.findIndex(({ data }, index) => (bytes += data.length) > exportedBytes && index > 0);
  return end < 0 ? found : found.slice(0, end);
}

function toExported({ id, name, data, position }: UserEvent): object {
  return { id, name, data: JSON.parse(data) as object, logged_at: new Date(Number(position) / 1_000).toISOString() };
}
