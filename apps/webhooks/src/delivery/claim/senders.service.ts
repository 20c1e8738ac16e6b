import { Leases } from '@ces/messaging/storage/leases';
import { Transactions } from '@ces/messaging/storage/transactions';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger } from '@nestjs/common';
import { once } from 'node:events';
import { ClaimStore } from './claim.store.js';

const lookEveryMs = 800;
const word = 'sender';

/**
 * The processes that deliver. Each holds a lease in its own name, and claims webhooks only while it does. The webhooks of a
 * sender that has died or frozen are freed by another one, long before their own leases expire.
 */
@Injectable()
export class Senders {
  private readonly logger = new Logger('Senders');
  private elected = false;
  private repeated: Repeated | undefined;

  constructor(
    private readonly leases: Leases,
    private readonly claims: ClaimStore,
    private readonly transactions: Transactions,
  ) {}

  get mayClaim(): boolean {
    return this.elected;
  }

  /** `onChange` is called when there may be webhooks to claim. */
  start(onChange: () => void): void {
    this.leases.attend(word, async (lost) => {
      this.elected = true;
      onChange();
      await once(lost, 'abort');
      this.elected = false;
    });
    this.repeated = repeat(
      lookEveryMs,
      async () => {
        if (await this.relieve()) onChange();
      },
      (error) => {
        this.logger.warn({ err: error }, 'the webhooks of absent senders were not freed; trying again');
      },
    );
  }

  async stop(): Promise<void> {
    await this.repeated?.end();
  }

  /** Returns whether a sender was absent. */
  private async relieve(): Promise<boolean> {
    const names = await this.leases.namesOf(word);
    const senders = names.map((name) => name.slice(word.length + 1)).filter((sender) => sender !== this.leases.self);
    const relieved = await Promise.all(senders.map((sender) => this.relieveOf(sender)));
    return relieved.includes(true);
  }

  private async relieveOf(sender: string): Promise<boolean> {
    const free = (_: AbortSignal, endedAt: string | null): Promise<number> => this.free(sender, endedAt);
    const freed = await this.leases.attempt(`${word} ${sender}`, free);
    if (freed) this.logger.warn({ sender, webhooks: freed }, 'a sender is absent; its webhooks are freed');
    return freed !== undefined;
  }

  /** A sender that answers is spared: after a long time without the database it has no lease, but still delivers and records. */
  private async free(sender: string, endedAt: string | null): Promise<number> {
    if (endedAt === null || (await this.leases.answers(sender))) return 0;
    return this.transactions.run(() => this.claims.free(sender, endedAt));
  }
}
