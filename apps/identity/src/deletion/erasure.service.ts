import { servicesWithUserData, userErased } from '@ces/contracts/identity/erasure';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { oneByOne } from '../jobs/one-by-one.js';
import { MailService } from '../mail/mail.service.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { userIdPattern } from '../users/stored-users.js';

/**
 * Between the end of an account and the call to all services to erase: gateways remember users for five seconds, and
 * what they accept meanwhile must be there to be erased.
 */
const settlingSeconds = 10;
const alarmHours = 24;

const overdue = new Gauge({
  name: 'ces_erasures_overdue',
  help: 'Erasures that some service has not confirmed for a day',
});

/** The end of a user: gone from these tables at once, then from every service, each of which sends a receipt. */
@Injectable()
export class ErasureService {
  private readonly log = new Logger('Erasures');

  constructor(
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly mails: MailService,
    private readonly facts: FactEraser,
    private readonly audit: AuditService,
    private readonly grants: GrantsService,
  ) {}

  /** Of a closed account that the transaction has locked. */
  async erase(tx: EntityManager, userId: string, why: string): Promise<void> {
    await this.mails.forgetUser(tx, userId);
    await this.nonces.forgetUser(tx, userId);
    await this.grants.endUser(userId);
    for (const table of ['person', 'connection', 'credential']) {
      await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    }
    await tx.query(
      `WITH gone AS (DELETE FROM app_user WHERE id = $1 RETURNING closed_at)
       INSERT INTO erasure (user_id, announce_after)
       SELECT $1, greatest(now(), coalesce(closed_at, now()) + make_interval(secs => $2)) FROM gone`,
      [userId, settlingSeconds],
    );
    await this.audit.add({ who: 'system', what: `user erased: ${why}`, user_id: userId });
  }

  /** Accounts whose grace time is over. */
  async eraseDue(tx: EntityManager): Promise<void> {
    const due = await tx.query<{ id: string }[]>(
      'SELECT id FROM app_user WHERE erase_after <= now() ORDER BY erase_after LIMIT 100 FOR UPDATE SKIP LOCKED',
    );
    await oneByOne(tx, due, (apart, { id }) => this.erase(apart, id, 'the grace time is over'));
  }

  /** Whether there was such a user, who is erased: for as long as the record of it is kept. */
  async knows(tx: EntityManager, userId: string): Promise<boolean> {
    if (!userIdPattern.test(userId)) return false;
    const rows = await tx.query<unknown[]>('SELECT FROM erasure WHERE user_id = $1', [userId]);
    return rows.length > 0;
  }

  /** Again twice a day to whoever has not answered: facts live for a day, and a service may be away for longer. */
  async announceDue(tx: EntityManager): Promise<void> {
    const [due] = await tx.query<[{ user_id: string }[], number]>(
      `UPDATE erasure SET announced_at = now() WHERE completed_at IS NULL AND announce_after <= now()
         AND (announced_at IS NULL OR announced_at < now() - interval '12 hours') RETURNING user_id`,
    );
    for (const { user_id } of due) await this.outbox.add(userErased, { user_id });
  }

  /** What this service itself still has in messages and answers. */
  async eraseMessages(tx: EntityManager, userId: string): Promise<void> {
    await this.facts.eraseOutbox(userId, userErased.subject);
    await this.receive(tx, 'identity', userId);
  }

  async receive(tx: EntityManager, service: (typeof servicesWithUserData)[number], userId: string): Promise<void> {
    await tx.query('SELECT FROM erasure WHERE user_id = $1 FOR UPDATE', [userId]);
    await tx.query(
      `INSERT INTO erasure_receipt (user_id, service) SELECT user_id, $2 FROM erasure WHERE user_id = $1
       ON CONFLICT DO NOTHING`,
      [userId, service],
    );
    await tx.query(
      `UPDATE erasure SET completed_at = now() WHERE user_id = $1 AND completed_at IS NULL AND $2::text[] <@
         ARRAY(SELECT service FROM erasure_receipt WHERE user_id = $1)`,
      [userId, servicesWithUserData],
    );
  }

  /** Once a day for each that is late; the gauge says at any time how many there are. */
  async alarm(tx: EntityManager): Promise<void> {
    const late = await tx.query<{ user_id: string; services: string[]; told: boolean }[]>(
      `SELECT e.user_id, e.alarmed_at > now() - interval '1 day' IS TRUE AS told,
         ARRAY(SELECT service FROM erasure_receipt r WHERE r.user_id = e.user_id) AS services
       FROM erasure e WHERE completed_at IS NULL AND erased_at < now() - make_interval(hours => $1)`,
      [alarmHours],
    );
    overdue.set(late.length);
    for (const { user_id, services, told } of late) {
      if (told) continue;
      const missing = servicesWithUserData.filter((service) => !services.includes(service));
      this.log.error({ user_id, missing }, 'an erasure is not confirmed by every service');
      await tx.query('UPDATE erasure SET alarmed_at = now() WHERE user_id = $1', [user_id]);
    }
  }

  async purge(tx: EntityManager): Promise<void> {
    await tx.query(`DELETE FROM erasure WHERE completed_at < now() - interval '30 days'`);
  }
}
