import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { closeForever, hashOf } from './user-lock.js';

const receipt = erasureReceipt('cards');

@Injectable()
export class ErasureService {
  constructor(
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  /** All that is held of the user, and the receipt, in the one transaction of the fact. */
  async erase(tx: EntityManager, userId: string): Promise<void> {
    await closeForever(tx, userId);
    // Whoever changes one of the cards tells of its users: they are let finish, and find this user gone afterwards.
    await tx.query(
      `SELECT 1 FROM card WHERE id IN (SELECT card_id FROM card_holder WHERE user_id = $1) ORDER BY id FOR UPDATE`,
      [userId],
    );
    await tx.query('DELETE FROM card_holder WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM consent WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM card_miss WHERE user_hash = $1', [hashOf(userId)]);
    await this.facts.eraseOutbox(userId, receipt.subject);
    // Answers are few and live for a day: looking through them is cheap enough.
    await tx.query('DELETE FROM idempotency_key WHERE strpos(answer, $1) > 0', [userId]);
    await this.outbox.add(receipt, { user_id: userId });
  }
}
