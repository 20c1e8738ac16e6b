import type { Locale } from '@ces/contracts/locale';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { DataSource, type EntityManager } from 'typeorm';
import { IdentityConfig } from '../identity.config.js';
import { Sealer } from '../sealing/sealer.js';
import type { MailKind } from './mail-kinds.js';
import { MailLimits, type Over } from './mail-limits.js';
import { MailTexts } from './mail-texts.js';
import { postponeMails } from './postpone-mails.js';
import { renderMail } from './render-mail.js';

interface Row {
  id: string;
  kind: MailKind;
  recipient: string;
  locale: Locale;
  link: string;
  attempts: number;
  /** Null: no limit holds for it. */
  mailbox: string | null;
  client_id: string | null;
}

const batchSize = 20;
const restMs = 1_000;
/** Longer than any attempt lasts: until then no other replica takes the mail. */
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
 * Sends what is in the outbox, on every replica. A mail is taken by putting its next attempt off; it is deleted once the
 * server has it. Whoever is killed in between sends it again, with the same Message-ID.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('MailSender');
  private readonly stopped = new AbortController();
  private transport: Transporter | undefined;
  private running: Promise<void> | undefined;
  private woken: (() => void) | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly sealer: Sealer,
    private readonly texts: MailTexts,
    private readonly config: IdentityConfig,
    private readonly limits: MailLimits,
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

  /** There is a new one. A wake-up that gets lost, or is for another replica, costs a second. */
  wake(): void {
    this.woken?.();
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const taken = await this.sendSome().catch((error: unknown) => {
        this.log.warn({ err: error }, 'the mail outbox is out of reach; tried again');
        return 0;
      });
      if (taken < batchSize) await this.rest();
    }
  }

  private async sendSome(): Promise<number> {
    const { taken, sendable } = await this.database.transaction((tx) => this.take(tx));
    await Promise.all(sendable.map((row) => this.attempt(row)));
    return taken;
  }

  /** Those that are due; what is over a limit is put off. */
  private async take(tx: EntityManager): Promise<{ taken: number; sendable: Row[] }> {
    const [first] = await tx.query<unknown[]>(`SELECT FROM mail_outbox WHERE due_at <= now() LIMIT 1`);
    if (first === undefined) return { taken: 0, sendable: [] };
    await this.limits.lock(tx);
    const [rows] = await tx.query<[Row[], number]>(
      `UPDATE mail_outbox SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
       WHERE id IN (SELECT id FROM mail_outbox WHERE due_at <= now() AND expires_at > now()
                    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, kind, recipient, locale, link, attempts, mailbox, client_id`,
      [leaseSeconds, batchSize],
    );
    const sendable: Row[] = [];
    const left = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      if (!left.has(row.id)) continue;
      const over = await this.overOf(tx, row);
      if (over) for (const id of await this.postpone(tx, over, [...left.keys()])) left.delete(id);
      else sendable.push(row);
    }
    return { taken: rows.length, sendable };
  }

  private async overOf(tx: EntityManager, { id, mailbox, client_id }: Row): Promise<Over | undefined> {
    if (mailbox === null || client_id === null) return undefined;
    return this.limits.take(tx, { mail_id: id, mailbox, client_id });
  }

  /** Answers which of the mails that were taken have to wait. */
  private async postpone(tx: EntityManager, over: Over, taken: string[]): Promise<string[]> {
    const postponements = await postponeMails(tx, over, taken);
    for (const { kind, mails } of postponements) postponed.inc({ kind }, mails);
    return postponements.flatMap((each) => each.taken ?? []);
  }

  private async attempt(row: Row): Promise<void> {
    try {
      await this.transport?.sendMail({
        from: this.config.MAIL_FROM,
        to: { name: '', address: row.recipient },
        messageId: `<${row.id}@${new URL(this.config.PUBLIC_URL).hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...renderMail(this.texts.of(row.kind, row.locale), row.locale, this.sealer.open(row.link, `mail ${row.id}`)),
      });
    } catch (error) {
      failed.inc({ kind: row.kind });
      this.log.warn(
        { ...reasonOf(error), mail: row.id, attempt: row.attempts },
        'a mail was not sent; tried again later',
      );
      await this.putOff(row, error);
      return;
    }
    sent.inc({ kind: row.kind });
    await this.database.query('DELETE FROM mail_outbox WHERE id = $1', [row.id]);
  }

  private async putOff({ id, attempts }: Row, error: unknown): Promise<void> {
    const pause = pausesSeconds[attempts - 1] ?? pausesSeconds.at(-1) ?? 0;
    await this.database.query(
      'UPDATE mail_outbox SET due_at = now() + make_interval(secs => $2), last_error = $3 WHERE id = $1',
      [id, pause, error instanceof Error ? error.name : 'unknown'],
    );
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

/** Not the error's words: they may be the mail server's, and say for whom the mail was. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const { code, command, responseCode } = error as Error & { code?: string; command?: string; responseCode?: number };
  return { code: code ?? error.name, command, response: responseCode };
}
