import type { IntakeResult, Submission } from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';

/** NATS takes messages up to 1 MiB by default, and escaping makes the text longer. */
const mostBytes = 400_000;
const mostInFlight = 2;
/** After this time, or twice as much, events no longer wait for others: the call under way may hang. */
const gatherMs = 10;
const mostWaiting = 10_000;
const mostWaitingBytes = 64 * 1_024 * 1_024;
/** Events that have waited this long are refused, because the events service hangs. */
const patienceMs = 5_000;

/** The events of one request, or a part of them. They go together. */
interface Waiting {
  submissions: readonly Submission[];
  bytes: number;
  since: number;
  resolve: (results: IntakeResult[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers the events of several requests into calls. Those that arrive in one turn of the event loop, or while calls are under
 * way, go together in the next call: a lone event goes at once, and many events share one commit.
 */
export class GatheredCalls {
  private waiting: Waiting[] = [];
  private waitingEvents = 0;
  private waitingBytes = 0;
  /** How many events each call under way has. */
  private readonly inFlight = new Set<{ events: number }>();
  private isDue = false;
  private gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly mostEvents: number,
    private readonly call: (submissions: Submission[]) => Promise<IntakeResult[]>,
  ) {}

  /** How many of these, from the first on, fit into one call. */
  fitting(submissions: readonly Submission[]): number {
    let bytes = 0;
    let count = 0;
    for (const submission of submissions) {
      bytes += sizeOf(submission);
      if (count === this.mostEvents || (count > 0 && bytes > mostBytes)) break;
      count += 1;
    }
    return count;
  }

  /** They must fit into one call, and go in one, in their order. */
  send(submissions: readonly Submission[]): Promise<IntakeResult[]> {
    if (this.waitingEvents >= mostWaiting || this.waitingBytes >= mostWaitingBytes) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const bytes = submissions.reduce((sum, each) => sum + sizeOf(each), 0);
      this.waiting.push({ submissions, bytes, since: performance.now(), resolve, reject });
      this.waitingEvents += submissions.length;
      this.waitingBytes += bytes;
      this.sendSoon();
    });
  }

  /** Requests that the event loop reads in one turn go together: without this, the first two of them would go alone. */
  private sendSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.sendWaiting();
    });
  }

  private sendWaiting(): void {
    this.refuseOverdue();
    while (this.mayCall()) {
      const next = this.takeNext();
      const call = { events: next.reduce((sum, { submissions }) => sum + submissions.length, 0) };
      this.inFlight.add(call);
      void this.settle(next).finally(() => {
        this.inFlight.delete(call);
        this.sendWaiting();
      });
    }
  }

  /**
   * A second call begins when as many events wait as the first one has. The callers of a call send again one after the other,
   * so without this the next call would have a few of them, and cost nearly as much as one with all.
   */
  private mayCall(): boolean {
    const [oldest] = this.waiting;
    if (!oldest || this.inFlight.size === mostInFlight) return false;
    const [first] = this.inFlight;
    if (!first || this.waitingEvents >= first.events || performance.now() - oldest.since >= gatherMs) return true;
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.sendWaiting();
    }, gatherMs);
    return false;
  }

  private refuseOverdue(): void {
    const late = performance.now() - patienceMs;
    const kept = this.waiting.findIndex((each) => each.since > late);
    for (const { reject } of this.take(kept < 0 ? this.waiting.length : kept)) reject(overloaded());
  }

  private takeNext(): Waiting[] {
    let [count, events, sum] = [0, 0, 0];
    for (const { submissions, bytes } of this.waiting) {
      events += submissions.length;
      sum += bytes;
      if (count > 0 && (events > this.mostEvents || sum > mostBytes)) break;
      count += 1;
    }
    return this.take(count);
  }

  private take(count: number): Waiting[] {
    const taken = this.waiting.slice(0, count);
    this.waiting = this.waiting.slice(count);
    for (const { submissions, bytes } of taken) {
      this.waitingEvents -= submissions.length;
      this.waitingBytes -= bytes;
    }
    return taken;
  }

  private async settle(sets: Waiting[]): Promise<void> {
    try {
      const results = await this.call(sets.flatMap(({ submissions }) => submissions));
      let from = 0;
      for (const { submissions, resolve } of sets) resolve(results.slice(from, (from += submissions.length)));
    } catch (error) {
      for (const { reject } of sets) reject(error);
    }
  }
}

/** Estimates the size on the wire: escaping may double the text, and names and ids stand around the data. */
function sizeOf({ data, key = '' }: Submission): number {
  return 2 * (data.length + key.length) + 300;
}

function overloaded(): Problem {
  return new Problem('service-unavailable', 'More events are waiting than can be taken in.', { retry_after: 1 });
}
