import { submitEvents, type EventResult, type IntakeResult, type Submission } from '@ces/contracts/events/events';
import { Revoked } from '@ces/auth/revoked';
import { Problem } from '@ces/contracts/problems';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { requestsOfCall } from '@ces/messaging/tracing/describe-spans';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { Injectable } from '@nestjs/common';
import { AskedUsers, demandUserId, userNotFound } from './asked-users.js';

const maxBatch = 256;
/** NATS takes messages up to 1 MiB by default, and escaping makes the text longer. */
const maxBatchBytes = 400_000;
const maxInFlight = 2;
/** After this time, or twice as much, events no longer wait for others: the call under way may hang. */
const gatherMs = 10;
const maxWaiting = 10_000;
const maxWaitingBytes = 64 * 1_024 * 1_024;
/** The gateway refuses an event that has waited this long, because the events service hangs. */
const patienceMs = 5_000;
/** Time limit of one call. A replica that dies with a call must not delay the next calls for long. */
const callMs = 2_000;
const spans = requestsOfCall<Submission>('client', submitEvents.subject);

interface Waiting {
  submission: Submission;
  since: number;
  resolve: (result: IntakeResult) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends events to the events service. Events that arrive in one turn of the event loop, or while calls are under way, go
 * together in the next call: a lone event goes at once, and many events share one commit.
 */
@Injectable()
export class EventIntake {
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  /** How many events each call under way has. */
  private readonly inFlight = new Set<{ events: number }>();
  private isDue = false;
  private gathering: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly users: AskedUsers,
    private readonly revoked: Revoked,
    private readonly tracing: Tracing,
  ) {}

  async accept(submission: Submission): Promise<EventResult> {
    demandUserId(submission.user_id);
    const ready = this.mustBeAsked(submission) ? await this.confirm(submission) : submission;
    const result = await this.enqueue(ready);
    return isUnknown(result) ? demandKnown(await this.enqueue(await this.confirm(submission))) : result;
  }

  /** Waits for each call before the next, so that the events keep their order. */
  async acceptInOrder(submissions: Submission[]): Promise<EventResult[]> {
    const results: EventResult[] = [];
    while (results.length < submissions.length) {
      const rest = submissions.slice(results.length);
      results.push(...(await this.acceptTogether(rest.slice(0, batchLength(rest)))));
    }
    return results;
  }

  private enqueue(submission: Submission): Promise<IntakeResult> {
    if (this.waiting.length >= maxWaiting || this.waitingBytes >= maxWaitingBytes) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      this.waiting.push({ submission, since: performance.now(), resolve, reject });
      this.waitingBytes += sizeOf(submission);
      this.sendSoon();
    });
  }

  /** Events that the event loop reads in one turn go together: without this, the first two of them would go alone. */
  private sendSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      this.sendWaiting();
    });
  }

  private async acceptTogether(submissions: Submission[]): Promise<EventResult[]> {
    const ready = await Promise.all(
      submissions.map(async (each) => (this.mustBeAsked(each) ? this.confirm(each).catch(asResult) : each)),
    );
    const results = await this.sendThose(ready);
    const confirmed = await Promise.all(
      results.map(async (result, place) => {
        const submission = submissions[place];
        return submission && isUnknown(result) ? this.confirm(submission).catch(asResult) : result;
      }),
    );
    return (await this.sendThose(confirmed)).map(demandKnown);
  }

  /** Puts the results of submissions in their places, and leaves the other results as they are. */
  private async sendThose(each: (Submission | IntakeResult)[]): Promise<IntakeResult[]> {
    const submissions = each.filter(isSubmission);
    const results = (submissions.length > 0 ? await this.call(submissions) : []).values();
    return each.map((one) => (isSubmission(one) ? demandResult(results.next().value) : one));
  }

  private async confirm(submission: Submission): Promise<Submission> {
    if (!(await this.users.exists(submission.user_id))) throw userNotFound();
    return { ...submission, confirmed: true };
  }

  /** An account may have been closed a moment ago, and the events service not have heard of it. */
  private mustBeAsked({ user_id }: Submission): boolean {
    return this.revoked.hasUser(user_id);
  }

  private sendWaiting(): void {
    this.refuseOverdue();
    while (this.mayCall()) {
      const batch = this.nextBatch();
      const call = { events: batch.length };
      this.inFlight.add(call);
      void this.settle(batch).finally(() => {
        this.inFlight.delete(call);
        this.sendWaiting();
      });
    }
  }

  /**
   * A second call begins when it is full, or has as many events as the first one. The callers of a call send again one after the
   * other, so without this the next call would have a few of them, and cost nearly as much as one with all.
   */
  private mayCall(): boolean {
    const [oldest] = this.waiting;
    if (!oldest || this.inFlight.size === maxInFlight) return false;
    const [first] = this.inFlight;
    if (!first || this.waiting.length >= first.events || this.waitingBytes >= maxBatchBytes) return true;
    if (performance.now() - oldest.since >= gatherMs) return true;
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      this.sendWaiting();
    }, gatherMs);
    return false;
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
    return this.tracing.inEach(spans, submissions, (traced) => this.send(traced));
  }

  private send(submissions: Submission[]): Promise<IntakeResult[]> {
    return outsideOfCalls(() => this.bus.call(submitEvents, { submissions }, { timeout: callMs }));
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

function isSubmission(each: Submission | IntakeResult): each is Submission {
  return 'user_id' in each;
}

/** The events service always has a result for a user whom identity has confirmed. */
function demandKnown(result: IntakeResult): EventResult {
  if (isUnknown(result)) throw new Error('the events service does not take a confirmed user');
  return result;
}

function demandResult(result: IntakeResult | undefined): IntakeResult {
  if (!result) throw new Error('the events service gave no result');
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
