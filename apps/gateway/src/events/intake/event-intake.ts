import { submitEvents, type EventResult, type IntakeResult, type Submission } from '@ces/contracts/events/events';
import { Revoked } from '@ces/auth/revoked';
import { Problem } from '@ces/contracts/problems';
import { Bus, isWithoutReceiver } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { requestsOfCall } from '@ces/messaging/tracing/describe-spans';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { Injectable } from '@nestjs/common';
import { AskedUsers, demandUserId, userNotFound } from './asked-users.js';
import { GatheredCalls } from './gathered-calls.js';
import { OlderIntake } from './older-intake.js';

/** Events in one call. */
const mostSingle = 256;
/** The events service hands its relay up to 1,000 events, and two calls are under way. */
const mostOfBatches = 400;
/** Time limit of one call. A replica that dies with a call must not delay the next calls for long. */
const callMs = 2_000;

const spans = requestsOfCall<Submission>('client', submitEvents.subject);

/** Sends events to the events service, gathered into calls. Single events do not wait behind batches. */
@Injectable()
export class EventIntake {
  private readonly single = new GatheredCalls(mostSingle, (submissions) => this.call(submissions));
  private readonly ofBatches = new GatheredCalls(mostOfBatches, (submissions) => this.call(submissions));

  constructor(
    private readonly bus: Bus,
    private readonly users: AskedUsers,
    private readonly older: OlderIntake,
    private readonly revoked: Revoked,
    private readonly tracing: Tracing,
  ) {}

  async accept(submission: Submission): Promise<EventResult> {
    demandUserId(submission.user_id);
    const ready = this.mustBeAsked(submission) ? await this.confirm(submission) : submission;
    const result = await this.sendSingle(ready);
    return isUnknown(result) ? demandKnown(await this.sendSingle(await this.confirm(submission))) : result;
  }

  /** Waits for each call before the next, so that the events keep their order. */
  async acceptInOrder(submissions: Submission[]): Promise<EventResult[]> {
    const results: EventResult[] = [];
    while (results.length < submissions.length) {
      const rest = submissions.slice(results.length);
      results.push(...(await this.acceptTogether(rest.slice(0, this.ofBatches.fitting(rest)))));
    }
    return results;
  }

  private async sendSingle(submission: Submission): Promise<IntakeResult> {
    return demandResult((await this.single.send([submission]))[0]);
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
    const results = (submissions.length > 0 ? await this.ofBatches.send(submissions) : []).values();
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

  private call(submissions: Submission[]): Promise<IntakeResult[]> {
    return this.tracing.inEach(spans, submissions, (traced) => this.sendAll(traced));
  }

  private sendAll(submissions: Submission[]): Promise<IntakeResult[]> {
    return outsideOfCalls(async () => {
      try {
        return await this.bus.call(submitEvents, { submissions }, { timeout: callMs });
      } catch (error) {
        if (!isWithoutReceiver(error)) throw error;
        return this.older.send(submissions, callMs);
      }
    });
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
