import { acceptEvents, type EventResult, type IntakeResult, type Submission } from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { requestsOfCall } from '@ces/messaging/tracing/describe-spans';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { Injectable } from '@nestjs/common';
import { ConfirmedUsers, demandUserId } from './confirmed-users.js';

const maxBatch = 128;
/** NATS takes messages up to 1 MiB by default, and escaping makes the text longer. */
const maxBatchBytes = 400_000;
const maxInFlight = 2;
const maxWaiting = 10_000;
const maxWaitingBytes = 64 * 1_024 * 1_024;
/** The gateway refuses an event that has waited this long, because the events service hangs. */
const patienceMs = 5_000;
/** Time limit of one call. A replica that dies with a call must not delay the next calls for long. */
const callMs = 2_000;
const spans = requestsOfCall<Submission>('client', acceptEvents.subject);

interface Waiting {
  submission: Submission;
  since: number;
  resolve: (result: IntakeResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends events to the events service. Events that arrive while two calls are under way go together in the next call: a
 * lone event goes at once, and many events share one commit.
 */
@Injectable()
export class EventIntake {
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  private inFlight = 0;

  constructor(
    private readonly bus: Bus,
    private readonly users: ConfirmedUsers,
    private readonly tracing: Tracing,
  ) {}

  async accept(submission: Submission): Promise<EventResult> {
    demandUserId(submission.user_id);
    const result = await this.enqueue(submission);
    return isUnknown(result) ? known(await this.enqueue(await this.users.confirm(submission))) : result;
  }

  private enqueue(submission: Submission): Promise<IntakeResult> {
    if (this.waiting.length >= maxWaiting || this.waitingBytes >= maxWaitingBytes) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.waiting.push({ submission, since: performance.now(), resolve, reject });
      this.waitingBytes += sizeOf(submission);
      this.sendWaiting();
    });
  }

  /** Waits for each call before the next, so that the events keep their order. */
  async acceptInOrder(submissions: Submission[]): Promise<EventResult[]> {
    const results: IntakeResult[] = [];
    while (results.length < submissions.length) {
      const rest = submissions.slice(results.length);
      const batch = rest.slice(0, batchLength(rest));
      results.push(...(await this.call(batch)));
    }
    if (!results.some(isUnknown)) return results.map(known);
    return this.acceptConfirmed(submissions, results);
  }

  /** Sends the events of users whom the events service did not know once more, and keeps the other results. */
  private async acceptConfirmed(submissions: Submission[], results: IntakeResult[]): Promise<EventResult[]> {
    const confirmed = await Promise.all(
      submissions.map(async (submission, place) => {
        const result = results[place];
        return result && !isUnknown(result) ? result : this.users.confirm(submission).catch(asResult);
      }),
    );
    const again = confirmed.filter((each): each is Submission => 'user_id' in each);
    const later = (again.length > 0 ? await this.acceptInOrder(again) : []).values();
    return confirmed.map((each) => ('user_id' in each ? known(later.next().value) : each));
  }

  private sendWaiting(): void {
    this.refuseOverdue();
    while (this.waiting.length > 0 && this.inFlight < maxInFlight) {
      this.inFlight += 1;
      void this.settle(this.nextBatch()).finally(() => {
        this.inFlight -= 1;
        this.sendWaiting();
      });
    }
  }

  private refuseOverdue(): void {
    const late = performance.now() - patienceMs;
    const kept = this.waiting.findIndex((each) => each.since > late);
    const overdue = this.waiting.splice(0, kept < 0 ? this.waiting.length : kept);
    for (const { submission, reject } of overdue) {
      this.waitingBytes -= sizeOf(submission);
      reject(overloaded());
    }
  }

  private nextBatch(): Waiting[] {
    const count = batchLength(this.waiting.slice(0, maxBatch + 1).map((each) => each.submission));
    const batch = this.waiting.slice(0, count);
    this.waiting = this.waiting.slice(count);
    for (const { submission } of batch) this.waitingBytes -= sizeOf(submission);
    return batch;
  }

  private call(submissions: Submission[]): Promise<IntakeResult[]> {
    if (!this.tracing.on) return this.send(submissions);
    return this.tracing.inEach(spans, submissions, (traced) => this.send(traced));
  }

  private send(submissions: Submission[]): Promise<IntakeResult[]> {
    return outsideOfCalls(() => this.bus.call(acceptEvents, { submissions, says_unknown: true }, { timeout: callMs }));
  }

  private async settle(batch: Waiting[]): Promise<void> {
    try {
      const results = await this.call(batch.map((each) => each.submission));
      batch.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result) resolve(result);
        else reject(new Error('the events service gave no result'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

function isUnknown(result: IntakeResult): result is { unknown_user: true } {
  return 'unknown_user' in result;
}

/** The events service always has a result for a user whom identity has confirmed. */
function known(result: IntakeResult | undefined): EventResult {
  if (!result || isUnknown(result)) throw new Error('the events service gave no result');
  return result;
}

/** An event of a batch is refused by itself. */
function asResult(error: unknown): EventResult {
  if (error instanceof Problem) return { problem: error.toJSON() };
  throw error;
}

function batchLength(submissions: Submission[]): number {
  let bytes = 0;
  let count = 0;
  for (const submission of submissions) {
    bytes += sizeOf(submission);
    if (count === maxBatch || (count > 0 && bytes > maxBatchBytes)) break;
    count += 1;
  }
  return count;
}

/** Estimates the size on the wire: escaping may double the text, and names and ids stand around the data. */
function sizeOf({ data, key = '' }: Submission): number {
  return 2 * (data.length + key.length) + 300;
}

function overloaded(): Problem {
  return new Problem('service-unavailable', 'More events are waiting than can be taken in.', { retry_after: 1 });
}
