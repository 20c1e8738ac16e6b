import { servicesWithUserData, userErased } from '@ces/contracts/identity/erasure';
import { isUserId } from '@ces/contracts/user-id';
import { FactEraser } from '@ces/messaging/facts/fact-eraser';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { Every } from '@ces/service/chores/every';
import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { AuditService } from '../audit/audit.service.js';
import { GrantsService } from '../grants/grants.service.js';
import { MailService } from '../mail/mail.service.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { OneByOne } from '../users/one-by-one.js';
import { ErasureEntity } from './erasure.entity.js';
import { ErasureStore } from './erasure.store.js';

/**
 * The pause between the closing of an account and the announcement of its erasure. A gateway may accept events of the
 * user for another second and hold them for five; the other services must have stored them before, or they would not be
 * erased.
 */
const graceSeconds = 10;
/** The clock of the database may be a little behind. */
const wakeMarginMs = 500;
const alarmHours = 24;

const overdue = new Gauge({
  name: 'ces_erasures_overdue',
  help: 'Erasures that some service has not confirmed for a day',
});

/** The erasure of a user: from this service's tables at once, then from the other services, each of which sends a receipt. */
@Injectable()
export class ErasureService {
  private readonly logger = new Logger('Erasures');
  /** The election in which this replica counts overdue erasures. */
  private counting: AbortSignal | undefined;

  constructor(
    private readonly erasures: ErasureStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly nonces: NoncesService,
    private readonly mails: MailService,
    private readonly facts: FactEraser,
    private readonly audit: AuditService,
    private readonly grants: GrantsService,
    private readonly oneByOne: OneByOne,
    private readonly chores: Chores,
  ) {}

  /** The open transaction must hold the lock of the user. */
  async erase(userId: string, why: string): Promise<void> {
    await this.mails.forgetUser(userId);
    await this.nonces.forgetUser(userId);
    await this.grants.endUser(userId);
    await this.erasures.eraseUser(userId, graceSeconds);
    this.chores.wake('announce-erasures', graceSeconds * 1_000 + wakeMarginMs);
    await this.audit.add({ who: 'system', what: `user erased: ${why}`, user_id: userId });
  }

  async knows(userId: string): Promise<boolean> {
    return isUserId(userId) && this.transactions.of(ErasureEntity).existsBy({ user_id: userId });
  }

  async eraseMessages(userId: string): Promise<void> {
    await this.facts.eraseOutbox(userId, userErased.subject);
    await this.receive('identity', userId);
  }

  receive(service: (typeof servicesWithUserData)[number], userId: string): Promise<void> {
    return this.erasures.addReceipt({ user_id: userId, service }, servicesWithUserData);
  }

  @Every({ name: 'erase-due-accounts', does: 'Erases closed accounts whose grace time is over.', seconds: 30 })
  eraseDue(): Promise<void> {
    return this.transactions.run(async () => {
      await this.oneByOne.run(await this.erasures.lockDue(), ({ id }) => this.erase(id, 'the grace time is over'));
    });
  }

  @Every({
    name: 'announce-erasures',
    does: 'Tells all services to erase a user, again every twelve hours until all have confirmed it.',
    seconds: 10,
  })
  async announceDue(): Promise<void> {
    if (!(await this.erasures.hasUnannounced())) return;
    // Announcements are repeated, because facts are kept for a day and a service may be away for longer.
    await this.transactions.run(async () => {
      for (const { user_id } of await this.erasures.markAnnounced()) await this.outbox.add(userErased, { user_id });
    });
  }

  @Every({
    name: 'watch-erasures',
    does: 'Counts erasures that some service has not confirmed for a day, and logs each once a day.',
    seconds: 60,
  })
  watch(stop: AbortSignal): Promise<void> {
    this.forgetCountAfter(stop);
    return this.transactions.run(async () => {
      const late = await this.erasures.findOverdue(alarmHours);
      overdue.set(late.length);
      for (const { user_id, services, told } of late) {
        if (told) continue;
        const missing = servicesWithUserData.filter((service) => !services.includes(service));
        this.logger.error({ user_id, missing }, 'an erasure is not confirmed by every service');
        await this.erasures.markAlarmed(user_id);
      }
    });
  }

  /** Another replica counts after this one, whose last count would otherwise raise the alarm for ever. */
  private forgetCountAfter(stop: AbortSignal): void {
    if (this.counting === stop) return;
    this.counting = stop;
    stop.addEventListener('abort', () => {
      overdue.set(0);
    });
  }

  @Every({
    name: 'purge-erasures',
    does: 'Deletes records of erasures that were complete 30 days ago.',
    seconds: 3_600,
  })
  purge(): Promise<void> {
    return this.erasures.purge();
  }
}
