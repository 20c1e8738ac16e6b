import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger, Outcome } from './record-attempts.ts';

export interface Message {
  key: string;
  send: () => Promise<Outcome>;
}

/** A sender sends its next message only after all earlier ones are answered. */
export type Sender = (n: number) => Message;

/** The share of accepted messages that are sent again with their key, as by a client that lost the answers. */
const REPEATED = 0.03;
const GIVE_UP_MS = 60_000;

/** Steady load: each sender sends one message after the other, and repeats each with its key until it is accepted. */
export class Load {
  readonly ledger: Ledger;
  private readonly random: () => number;
  private readonly running: Promise<void>[];
  private readonly stopping = new AbortController();
  private giveUpAt = Number.POSITIVE_INFINITY;

  constructor(ledger: Ledger, senders: readonly Sender[], perSecond: number, random: () => number) {
    this.ledger = ledger;
    this.random = random;
    const pauseMs = (senders.length / perSecond) * 1_000;
    this.running = senders.map((sender) => this.run(sender, pauseMs));
  }

  /** Begins no new message, and repeats the current one until it is answered. */
  async stop(): Promise<void> {
    this.giveUpAt = Date.now() + GIVE_UP_MS;
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async run(sender: Sender, pauseMs: number): Promise<void> {
    await this.rest(pauseMs * this.random());
    for (let n = 1; !this.stopping.signal.aborted; n += 1) {
      const begun = Date.now();
      await this.deliver(sender(n));
      if (this.random() < REPEATED) await this.deliver(sender(1 + Math.floor(this.random() * n)));
      await this.rest(begun + pauseMs - Date.now());
    }
  }

  private async deliver({ key, send }: Message): Promise<void> {
    while (Date.now() < this.giveUpAt) {
      const begun = Date.now();
      const outcome = await send();
      this.ledger.record(key, { begun, ended: Date.now(), outcome });
      if (outcome.kind === 'accepted') return;
      await sleep(100 + 150 * this.random());
    }
  }

  private async rest(ms: number): Promise<void> {
    await sleep(Math.max(ms, 0), undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
