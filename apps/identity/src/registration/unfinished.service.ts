import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ErasureService } from '../deletion/erasure.service.js';
import { oneByOne } from '../jobs/one-by-one.js';
import { MailService } from '../mail/mail.service.js';
import { NoncesService } from '../nonces/nonces.service.js';

const days = 7;

/**
 * Registrations that were never brought to an end, which includes those whose mail was never confirmed. Nobody is purged
 * while a link that was mailed is promised to work, nor while a confirmation is under way: both rows are locked, and so
 * looked at again.
 */
@Injectable()
export class UnfinishedService {
  constructor(
    private readonly erasures: ErasureService,
    private readonly nonces: NoncesService,
    private readonly mails: MailService,
  ) {}

  async purge(tx: EntityManager): Promise<void> {
    const left = await tx.query<{ id: string }[]>(
      `SELECT u.id FROM credential c JOIN app_user u ON u.id = c.user_id
       WHERE c.activated_at IS NULL AND c.created_at < now() - make_interval(days => $1) AND u.closed_at IS NULL
         AND (EXISTS (SELECT FROM mail_outbox WHERE user_id = u.id AND due_at > now() + interval '1 hour')
              OR NOT EXISTS (SELECT FROM nonce WHERE user_id = u.id AND purpose = 'activation' AND used_at IS NULL
                               AND expires_at > now()))
       ORDER BY c.created_at LIMIT 100 FOR UPDATE OF u, c SKIP LOCKED`,
      [days],
    );
    await oneByOne(tx, left, (apart, { id }) => this.remove(apart, id, 'registration never finished'));
  }

  /** Of a user whom the transaction has locked, and who has never been activated. */
  async remove(tx: EntityManager, userId: string, why: string): Promise<void> {
    const connected = await tx.query<unknown[]>('SELECT FROM connection WHERE user_id = $1 LIMIT 1', [userId]);
    if (connected.length > 0) await this.forgetRegistration(tx, userId);
    else await this.erasures.erase(tx, userId, why);
  }

  /** The user was there before, made in advance for a provider's account, and stays. */
  private async forgetRegistration(tx: EntityManager, userId: string): Promise<void> {
    await this.mails.forgetUser(tx, userId);
    for (const table of ['person', 'credential']) await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    await tx.query('UPDATE app_user SET completed_registration = false WHERE id = $1', [userId]);
    await this.nonces.forgetUser(tx, userId);
  }
}
