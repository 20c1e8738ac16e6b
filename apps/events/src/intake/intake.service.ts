import type {
  AcceptedEvent,
  DataOfEvent,
  EventResult,
  IntakeResult,
  Submission,
  Validation,
} from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';
import { Relay } from '@ces/messaging/facts/relay';
import { newId } from '@ces/messaging/storage/ids';
import { Tracing } from '@ces/messaging/tracing/tracing';
import { Injectable } from '@nestjs/common';
import type { CurrentDefinition } from '../definitions/definition-cache.service.js';
import { ValidationService } from '../definitions/validation.service.js';
import { KnownUsersService } from '../users/known-users.service.js';
import type { EventKeyEntity } from './event-key.entity.js';
import { fitIntoReply } from './fit-into-reply.js';
import { handedEvents } from './handed-events.js';
import { acceptedSubmissions, loggedEvents } from './intake-spans.js';
import { IntakeStore, type Candidate, type Inserted, type OtherUsers } from './intake.store.js';
import { submissionBody, submissionKey } from './submission-key.js';

type Validated = { problem: Problem; submission: Submission } | { candidate: Candidate };

@Injectable()
export class IntakeService {
  constructor(
    private readonly store: IntakeStore,
    private readonly validation: ValidationService,
    private readonly users: KnownUsersService,
    private readonly relay: Relay,
    private readonly tracing: Tracing,
  ) {}

  /** Row 2. Answers in the order of the submissions; `accepted` only what is committed. */
  accept(submissions: Submission[]): Promise<IntakeResult[]> {
    return this.tracing.inEach(acceptedSubmissions, submissions, (traced) => this.acceptAll(traced));
  }

  private async acceptAll(submissions: Submission[]): Promise<IntakeResult[]> {
    const confirmed = submissions.filter((each) => each.confirmed).map((each) => each.user_id);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      // Read before: definitions may change while others are compiled, and events of before would pass for valid.
      const { epoch } = this.validation;
      const validated = toCandidates(submissions, await this.validation.validateAll(submissions));
      const receivedAt = new Date().toISOString();
      const candidates = validated.flatMap((each) => ('candidate' in each ? [each.candidate] : []));
      // An insert of no candidates still says whether the refusals follow the newest definitions.
      const refused = validated.flatMap((each) => ('problem' in each ? [each.submission.user_id] : []));
      const inserted = await this.insert(candidates, { refused, confirmed }, { epoch, receivedAt });
      if (inserted) {
        this.users.addSoon(confirmed);
        const results = fitIntoReply(await this.answer(validated, inserted, receivedAt));
        return results.map((result, place) =>
          inserted.unknown.has(submissions[place]?.user_id ?? '') ? { unknown_user: true } : result,
        );
      }
      await this.validation.refresh();
    }
    throw new Problem('service-unavailable', 'The event definitions are changing too fast.', { retry_after: 1 });
  }

  /** Unlike an insert, a dry run compares no epoch, so it reads the newest definitions first. */
  async validate(submissions: DataOfEvent[]): Promise<Validation[]> {
    await this.validation.refresh();
    const results = await this.validation.validateAll(submissions);
    return results.map((result) =>
      result instanceof Problem
        ? { problem: result.toJSON() }
        : { accepted: { event_name: result.name, version: result.version } },
    );
  }

  private insert(
    candidates: Candidate[],
    users: OtherUsers,
    { epoch, receivedAt }: { epoch: string; receivedAt: string },
  ): Promise<Inserted | undefined> {
    return this.tracing.inEach(loggedEvents, candidates, async (traced) => {
      const since = performance.now();
      const inserted = await this.store.insert(traced, users, { epoch, receivedAt });
      const handed = inserted ? handedEvents(inserted, traced, { receivedAt, since }) : [];
      for (const each of handed) this.relay.handOver(each);
      return inserted;
    });
  }

  /** An event whose key was accepted is answered as then, also when a newer definition refuses it. */
  private async answer(validated: Validated[], { others }: Inserted, receivedAt: string): Promise<EventResult[]> {
    const unwritten = validated.flatMap((each) => {
      if ('problem' in each) return [each.submission];
      return others.has(each.candidate.id) ? [each.candidate.submission] : [];
    });
    const keys = unwritten.flatMap((submission) => submissionKey(submission) ?? []);
    const earlier = keys.length > 0 ? await this.store.findEarlier(keys) : new Map<string, EventKeyEntity>();
    return validated.map((each) => {
      if ('problem' in each) return acceptedBefore(each.submission, earlier) ?? { problem: each.problem.toJSON() };
      const { candidate } = each;
      if (!others.has(candidate.id)) return acceptedNow(candidate, receivedAt);
      // Without a first event the user is erased, and with the user all events and keys.
      return acceptedBefore(candidate.submission, earlier) ?? { problem: userNotFound().toJSON() };
    });
  }
}

function toCandidates(submissions: Submission[], results: (CurrentDefinition | Problem)[]): Validated[] {
  return submissions.map((submission, place) => {
    const result = results[place];
    if (!result) throw new Error('a submission was not validated');
    if (result instanceof Problem) return { problem: result, submission };
    return { candidate: { id: newId(), version: result.version, submission } };
  });
}

function acceptedNow({ id, version, submission }: Candidate, receivedAt: string): EventResult {
  return { accepted: toAccepted(submission.event_name, id, version, receivedAt), replayed: false };
}

function acceptedBefore(submission: Submission, earlier: Map<string, EventKeyEntity>): EventResult | undefined {
  const first = earlier.get(submissionKey(submission) ?? '');
  if (!first) return undefined;
  if (first.body !== submissionBody(submission)) {
    const detail = 'This key was sent before with another body; take a new key for a new event.';
    return { problem: new Problem('idempotency-key-reused', detail).toJSON() };
  }
  return {
    accepted: toAccepted(submission.event_name, first.event_id, first.version, first.received_at.toISOString()),
    replayed: true,
  };
}

function userNotFound(): Problem {
  return new Problem('user-not-found', 'There is no such user.');
}

function toAccepted(event_name: string, id: string, version: number, received_at: string): AcceptedEvent {
  return { id, event_name, version, status: 'accepted', received_at };
}
