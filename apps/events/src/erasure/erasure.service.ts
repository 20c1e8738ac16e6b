import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { eventAccepted } from '@ces/contracts/events/events';
import { FactEraser, stillOnTheWay } from '@ces/messaging/facts/fact-eraser';
import { Outbox, subjectOf } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Takes the events of an erased user out of the log and its stream, and says so. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  async erase(tx: EntityManager, userId: string): Promise<void> {
    // What is not published yet cannot be taken out of the stream, and would come back.
    const waiting = await tx.query<unknown[]>(
      'SELECT FROM event_log WHERE user_id = $1 AND seq > (SELECT seq FROM event_log_position) LIMIT 1',
      [userId],
    );
    if (waiting.length > 0) throw stillOnTheWay();
    await tx.query('DELETE FROM event_key WHERE event_id IN (SELECT id FROM event_log WHERE user_id = $1)', [userId]);
    await tx.query('DELETE FROM event_log WHERE user_id = $1', [userId]);
    const subject = subjectOf(eventAccepted, userId).slice(eventAccepted.stream.length + 1);
    await this.facts.eraseStream(eventAccepted.stream, userId, subject);
    await this.facts.eraseOutbox(userId);
    await this.outbox.add(erasureReceipt('events'), { user_id: userId });
  }
}
