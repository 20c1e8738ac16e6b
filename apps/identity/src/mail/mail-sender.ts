import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { IdentityConfig } from '../identity.config.js';
import { NoncesService } from '../nonces/nonces.service.js';
import { Sealer } from '../sealing/sealer.js';
import { UsersService } from '../users/users.service.js';
import { nonceIn } from './link.js';
import { voidsOlder } from './mail-kinds.js';
import { MailLimits, type ReachedLimit } from './mail-limits.js';
import { MailEntity } from './mail.entity.js';
import { MailStore, type ClaimedMail } from './mail.store.js';
import { OwnMailTexts } from './words/own-mail-texts.service.js';
import { renderMail } from './render-mail.js';

const batchSize = 20;
/** A look finds mails that are due again, and those that a killed process has left. */
const restMs = 3_000;
/** Longer than any attempt lasts, so that no other replica claims the mail meanwhile. */
const leaseSeconds = 45;
const pausesSeconds = [2, 5, 10, 30, 60, 120, 300];

const sent = new Counter({
  name: 'ces_mails_sent_total',
  help: 'Mails that the mail server has taken',
  labelNames: ['kind'],
});
const failed = new Counter({
  name: 'ces_mails_failed_total',
  help: 'Attempts to send a mail that failed',
  labelNames: ['kind'],
});
const postponed = new Counter({
  name: 'ces_mails_postponed_total',
  help: 'Mails that had to wait for the limit of their mailbox or client',
  labelNames: ['kind'],
});

/**
 * Sends the mails of the outbox, on every replica. A mail is claimed by putting its next attempt off, and deleted once the
 * server has it. After the death of its sender another one sends it again, with the same Message-ID.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('MailSender');
  private readonly stopped = new AbortController();
  private transport: Transporter | undefined;
  private running: Promise<void> | undefined;
  private woken: (() => void) | undefined;

  constructor(
    private readonly mails: MailStore,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
    private readonly texts: OwnMailTexts,
    private readonly config: IdentityConfig,
    private readonly limits: MailLimits,
    private readonly users: UsersService,
    private readonly nonces: NoncesService,
  ) {}

  onApplicationBootstrap(): void {
    this.transport = createTransport({
      url: this.config.SMTP_URL,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 15_000,
    });
    this.running = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    this.woken?.();
    await this.running;
    this.transport?.close();
  }

  /** A wake-up that is lost costs three seconds. */
  wake(): void {
    this.woken?.();
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const claimed = await this.sendSome().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the mail outbox cannot be reached; trying again');
        return 0;
      });
      if (claimed < batchSize) await this.rest();
    }
  }

  private async sendSome(): Promise<number> {
    if (!(await this.mails.hasDue())) return 0;
    const { claimed, sendable } = await this.transactions.run(() => this.claim());
    await Promise.all(sendable.map((mail) => this.attempt(mail)));
    return claimed;
  }

  private async claim(): Promise<{ claimed: number; sendable: ClaimedMail[] }> {
    await this.limits.lock();
    const claimed = await this.mails.claimDue(leaseSeconds, batchSize);
    const sendable: ClaimedMail[] = [];
    const left = new Map(claimed.map((mail) => [mail.id, mail]));
    for (const mail of claimed) {
      if (!left.has(mail.id)) continue;
      const reached = await this.reachedLimit(mail);
      if (reached) for (const id of await this.postpone(reached, [...left.keys()])) left.delete(id);
      else sendable.push(mail);
    }
    return { claimed: claimed.length, sendable };
  }

  private async reachedLimit({ id, mailbox, client_id }: ClaimedMail): Promise<ReachedLimit | undefined> {
    if (mailbox === null || client_id === null) return undefined;
    return this.limits.take({ mail_id: id, mailbox, client_id });
  }

  /** Postpones all mails that wait for the limit; returns those of them that were claimed. */
  private async postpone(limit: ReachedLimit, claimed: string[]): Promise<string[]> {
    const postponements = await this.mails.postpone(limit, claimed);
    for (const { kind, mails } of postponements) postponed.inc({ kind }, mails);
    return postponements.flatMap((each) => each.taken ?? []);
  }

  private async attempt(mail: ClaimedMail): Promise<void> {
    const { id, kind, recipient, locale } = mail;
    let link: string;
    try {
      link = this.sealer.open(mail.link, `mail ${id}`);
      await this.transport?.sendMail({
        from: this.config.MAIL_FROM,
        to: { name: '', address: recipient },
        messageId: `<${id}@${new URL(this.config.PUBLIC_URL).hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...renderMail(await this.texts.wordsFor(kind, locale), locale, link, this.config.INSTALLATION_NAME),
      });
    } catch (error) {
      failed.inc({ kind });
      this.logger.warn(
        { ...reasonOf(error), mail: id, attempt: mail.attempts },
        'a mail was not sent; trying again later',
      );
      await this.putOff(mail, error);
      return;
    }
    sent.inc({ kind });
    await this.transactions.run(() => this.record(mail, link));
  }

  /** Older links end now that the server has the newer one. A sender that dies before this sends the same mail again. */
  private async record({ id, user_id, kind }: ClaimedMail, link: string): Promise<void> {
    if (user_id !== null && voidsOlder.has(kind)) {
      await this.users.lock(user_id);
      await this.nonces.voidOlder(nonceIn(link));
    }
    await this.transactions.of(MailEntity).delete(id);
  }

  private putOff({ id, attempts }: ClaimedMail, error: unknown): Promise<void> {
    const pause = pausesSeconds[attempts - 1] ?? pausesSeconds.at(-1) ?? 0;
    return this.mails.putOff(id, pause, error instanceof Error ? error.name : 'unknown');
  }

  private async rest(): Promise<void> {
    if (this.stopped.signal.aborted) return;
    const timer = new AbortController();
    await Promise.race([
      new Promise<void>((resolve) => (this.woken = resolve)),
      sleep(restMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    this.woken = undefined;
    timer.abort();
  }
}

/** Leaves out the error's message, because the mail server may name the recipient in it. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const { code, command, responseCode } = error as Error & { code?: string; command?: string; responseCode?: number };
  return { code: code ?? error.name, command, response: responseCode };
}
