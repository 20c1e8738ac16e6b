import { eventAccepted } from '@ces/contracts/events/events';
import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { FactEraser, stillOnTheWay } from '@ces/messaging/facts/fact-eraser';
import { Outbox, subjectOf } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import { LogService } from '../log/log.service.js';

@Injectable()
export class ErasureService {
  constructor(
    private readonly log: LogService,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  /** Erases the events of a user from the log and its stream, and adds the receipt. */
  async erase(userId: string): Promise<void> {
    // A later publication would bring an event back into the stream.
    if (await this.log.hasUnpublished(userId)) throw stillOnTheWay();
    await this.log.erase(userId);
    const subject = subjectOf(eventAccepted, userId).slice(eventAccepted.stream.length + 1);
    await this.facts.eraseStream(eventAccepted.stream, userId, subject);
    await this.facts.eraseOutbox(userId);
    await this.outbox.add(erasureReceipt('events'), { user_id: userId });
  }
}
