import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { closeForever } from './erased-users.js';

const receipt = erasureReceipt('campaigns');

/** What campaigns have counted altogether stays: it tells nothing of anybody. A code that was taken is not given to others. */
const tables = [
  'campaign_counter',
  'event_outcome',
  'coupon_slip',
  'ledger',
  'balance',
  'survey_asked',
  'survey_answer',
];

@Injectable()
export class ErasureService {
  constructor(
    private readonly database: DataSource,
    private readonly facts: FactEraser,
    private readonly outbox: Outbox,
  ) {}

  async erase(tx: EntityManager, userId: string): Promise<void> {
    // Committed by itself, so that nobody who judges has to wait while streams are gone through. It may be done twice.
    await this.database.transaction((own) => closeForever(own, userId));
    for (const table of tables) await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    // What the campaign has spent is spent: budgets are counted from here.
    await tx.query(`UPDATE campaign_grant SET user_id = '' WHERE user_id = $1`, [userId]);
    await this.facts.eraseOutbox(userId, receipt.subject);
    // Answers are few and live for a day: looking through them is cheap enough.
    await tx.query('DELETE FROM idempotency_key WHERE strpos(answer, $1) > 0', [userId]);
    await this.outbox.add(receipt, { user_id: userId });
  }
}
