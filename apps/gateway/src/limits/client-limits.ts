import { clientStanding } from '@ces/contracts/identity/tokens/client-standing';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** Requests ask for a limit again after this time. The first of them still counts by the earlier one. */
const freshMs = 30_000;
/** Operators and sessions of the portal are counted like clients, and have no limit of their own. */
const otherCallers = /^(op_|portal:)/;

interface Known {
  limit: number | undefined;
  askAt: number;
}

/**
 * The limits that clients have of their own. They are asked of identity behind the requests, so that no request waits for
 * them: the first ones of a client count by the limit for all clients, and while identity is away the last known limits hold.
 */
@Injectable()
export class ClientLimits {
  private readonly known = new LRUCache<string, Known>({ max: 50_000 });

  constructor(private readonly bus: Bus) {}

  of(id: string): number | undefined {
    if (otherCallers.test(id)) return undefined;
    const known = this.known.get(id);
    if (!known || Date.now() >= known.askAt) void this.ask(id, known?.limit);
    return known?.limit;
  }

  private async ask(id: string, last: number | undefined): Promise<void> {
    // Noted before the answer, so that the requests until then do not ask, too.
    this.note(id, last);
    const answer = await outsideOfCalls(() => this.bus.call(clientStanding, { id })).catch(() => undefined);
    if (answer) this.note(id, answer.rate_limit ?? undefined);
  }

  private note(id: string, limit: number | undefined): void {
    this.known.set(id, { limit, askAt: Date.now() + freshMs });
  }
}
