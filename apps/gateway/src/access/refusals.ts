import { noteAdminCall, type AdminCall } from '@ces/contracts/identity/audit';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';

type Counted = AdminCall & { count: number };

const gatherMs = 1_000;

/** Gathers refused calls for a second, so that identity gets one call per client however many the client sends. */
@Injectable()
export class Refusals implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Audit');
  private gathered = new Map<string, Counted>();
  private readonly ended = new AbortController();
  private telling: Promise<void> | undefined;

  constructor(private readonly bus: Bus) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.ended.abort();
    await this.telling;
    await this.tell().catch(() => undefined);
  }

  add(call: AdminCall): void {
    const known = this.gathered.get(call.who);
    if (known) known.count += 1;
    else this.gathered.set(call.who, { ...call, count: 1 });
    this.telling ??= this.tellSoon();
  }

  private async tellSoon(): Promise<void> {
    while (this.gathered.size > 0 && !this.ended.signal.aborted) {
      await sleep(gatherMs, undefined, { ref: false, signal: this.ended.signal }).catch(() => undefined);
      await this.tell().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'refused calls were not recorded; trying again');
      });
    }
    this.telling = undefined;
  }

  private async tell(): Promise<void> {
    for (const [who, call] of this.gathered) {
      this.gathered.delete(who);
      await outsideOfCalls(() => this.bus.call(noteAdminCall, call)).catch((error: unknown) => {
        this.keep(call);
        throw error;
      });
    }
  }

  /** Keeps the count for the next attempt, under the earliest of the calls. */
  private keep(call: Counted): void {
    const later = this.gathered.get(call.who);
    this.gathered.set(call.who, { ...call, count: call.count + (later?.count ?? 0) });
  }
}
