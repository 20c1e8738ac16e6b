import { erasureReceipt, userErased } from '@ces/contracts/erasure';
import { FactEraser } from '@ces/messaging/fact-eraser';
import { Outbox } from '@ces/messaging/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Takes the events of an erased user out of the log, the outbox and the stream, and says so. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  async erase(tx: EntityManager, userId: string): Promise<void> {
    await this.facts.erase(tx, userId, userErased.subject);
    await tx.query('DELETE FROM event_key WHERE event_id IN (SELECT id FROM event_log WHERE user_id = $1)', [userId]);
    await tx.query('DELETE FROM event_log WHERE user_id = $1', [userId]);
    await this.outbox.add(tx, erasureReceipt('events'), { user_id: userId });
  }
}
