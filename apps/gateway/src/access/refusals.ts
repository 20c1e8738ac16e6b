import { noteAdminCall, type AdminCall } from '@ces/contracts/identity/audit';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { repeat, type Repeated } from '@ces/service/chores/repeat';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

type Counted = AdminCall & { count: number };

const everyMs = 1_000;

/** Gathers refused calls for a second, so that identity gets one call per client however many the client sends. */
@Injectable()
export class Refusals implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Audit');
  private gathered = new Map<string, Counted>();
  private telling: Repeated | undefined;

  constructor(private readonly bus: Bus) {}

  onApplicationBootstrap(): void {
    this.telling = repeat(
      everyMs,
      () => this.tell(),
      (error) => {
        this.logger.warn({ err: error }, 'refused calls were not recorded; trying again');
      },
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.telling?.end();
    await this.tell().catch(() => undefined);
  }

  add(call: AdminCall): void {
    const known = this.gathered.get(call.who);
    if (known) known.count += 1;
    else this.gathered.set(call.who, { ...call, count: 1 });
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
