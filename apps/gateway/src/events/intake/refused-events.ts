import { noteRefusals, type RefusalCount, type RefusedEvent } from '@ces/contracts/events/event-tail';
import type { EventResult, Submission } from '@ces/contracts/events/events';
import { Problem, type ProblemJson } from '@ces/contracts/problems';
import { isUserId } from '@ces/contracts/user-id';
import { Bus } from '@ces/messaging/calls/bus';
import { outsideOfCalls } from '@ces/messaging/calls/call-context';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';

/** Refusals are told once in this time, all that came meanwhile together. */
const gatherMs = 1_000;
/** The rest of a second is only counted, so that a broken sender costs little. */
const mostTold = 50;
/** Different names and codes of one second. A sender of made-up names makes no more. */
const mostCounted = 500;
const faultsTold = 5;
const longestText = 300;
const longestName = 100;

/**
 * Tells the events service which events were refused, for those who tail. An accepted event costs nothing here. A gateway
 * that is killed forgets the refusals of its last second.
 */
@Injectable()
export class RefusedEvents implements BeforeApplicationShutdown {
  private readonly logger = new Logger('RefusedEvents');
  private gathered: RefusedEvent[] = [];
  private omitted = 0;
  private counts = new Map<string, RefusalCount>();
  private telling: NodeJS.Timeout | undefined;

  constructor(private readonly bus: Bus) {}

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.telling);
    await this.tell();
  }

  /** Notes the error if it refuses the event, and returns it. */
  noted(submission: Submission, error: unknown): unknown {
    if (error instanceof Problem && isAboutEvent(error)) this.add(submission, error.toJSON());
    return error;
  }

  noteResults(submissions: readonly Submission[], results: readonly EventResult[]): void {
    submissions.forEach((submission, place) => {
      const result = results[place];
      if (result && 'problem' in result) this.noted(submission, Problem.from(result.problem));
    });
  }

  private add(submission: Submission, problem: ProblemJson): void {
    const refused = toRefused(submission, problem);
    this.count(refused.event_name, problem.code);
    if (this.gathered.length < mostTold) this.gathered.push(refused);
    else this.omitted += 1;
    this.telling ??= setTimeout(() => void this.tell(), gatherMs).unref();
  }

  private count(event_name: string, code: string): void {
    const key = `${code} ${event_name}`;
    const known = this.counts.get(key);
    if (known) known.events += 1;
    else if (this.counts.size < mostCounted) this.counts.set(key, { event_name, code, events: 1 });
  }

  private async tell(): Promise<void> {
    const refusals = this.gathered;
    const last = refusals.at(-1);
    if (last) last.omitted = this.omitted;
    const counts = [...this.counts.values()];
    this.gathered = [];
    this.counts = new Map();
    this.omitted = 0;
    this.telling = undefined;
    if (!last) return;
    await outsideOfCalls(() => this.bus.call(noteRefusals, { refusals, counts })).catch((error: unknown) => {
      this.logger.debug({ err: error }, 'refused events were not recorded');
    });
  }
}

/** Outages and limits say nothing about the event. */
function isAboutEvent({ status }: Problem): boolean {
  return status < 500 && status !== 429;
}

function toRefused({ event_name, user_id, client_id, request_id }: Submission, problem: ProblemJson): RefusedEvent {
  const errors = problem.errors?.slice(0, faultsTold).map(({ pointer, code, detail }) => ({
    ...{ pointer: short(pointer), code: short(code), detail: short(detail) },
  }));
  return {
    at: new Date().toISOString(),
    event_name: storable(event_name),
    user_id: isUserId(user_id) ? user_id : null,
    client_id,
    request_id: request_id ?? null,
    problem: { code: problem.code, detail: short(problem.detail), ...(errors ? { errors } : {}) },
    omitted: 0,
  };
}

function short(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
}

/** A name that was never defined may be any text. */
function storable(name: string): string {
  return name.slice(0, longestName).toWellFormed().replaceAll('\0', '\uFFFD');
}
