import type { AcceptedEvent, Submission, Verdict } from '@ces/contracts/events/events';
import { Problem } from '@ces/contracts/problems';
import { newId } from '@ces/messaging/storage/ids';
import { Relay } from '@ces/messaging/facts/relay';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DefinitionCache, type CurrentDefinition } from '../definitions/definition-cache.js';
import { bodyOf, earlierKeys, insertEvents, keyOf, type Candidate, type KeyOfEarlier } from './insert-events.js';
import { judge } from './validate-data.js';

type Judged = { submission: Submission; definition: CurrentDefinition } | { problem: Problem };

@Injectable()
export class IntakeService {
  constructor(
    private readonly database: DataSource,
    private readonly definitions: DefinitionCache,
    private readonly relay: Relay,
  ) {}

  /** Verdicts in the order of the submissions; `accepted` only for what is committed. */
  async accept(submissions: Submission[]): Promise<Verdict[]> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const judged = await this.judgeAll(submissions);
      const candidates = toCandidates(judged);
      const epoch = this.definitions.epoch;
      // With nothing to insert it still says whether the refusals were judged by the definitions of now.
      const fresh = await insertEvents(this.database, candidates, epoch);
      if (fresh) {
        if (fresh.size > 0) this.relay.wake();
        return this.verdicts(judged, candidates, fresh);
      }
      await this.definitions.refresh();
    }
    throw new Problem('service-unavailable', 'The event definitions are changing too fast.', { retry_after: 1 });
  }

  async validate(submissions: Submission[]): Promise<Verdict[]> {
    const judged = await this.judgeAll(submissions);
    const receivedAt = new Date();
    return judged.map((each) =>
      'problem' in each
        ? { problem: each.problem.toJSON() }
        : {
            accepted: toAccepted(each.submission.event_name, newId(), each.definition.version, receivedAt),
            replayed: false,
          },
    );
  }

  private async judgeAll(submissions: Submission[]): Promise<Judged[]> {
    // A name we do not know may be new: another replica took it in, or we have just been started.
    if (!submissions.every((each) => this.definitions.has(each.event_name))) await this.definitions.refresh();
    const judged: Judged[] = [];
    for (const submission of submissions) {
      const definition = await this.definitions.find(submission.event_name);
      const problem = judge(submission, definition);
      if (problem) judged.push({ problem });
      else if (definition) judged.push({ submission, definition });
    }
    return judged;
  }

  private async verdicts(judged: Judged[], candidates: Candidate[], fresh: Set<string>): Promise<Verdict[]> {
    const repeated = candidates.filter((each) => !fresh.has(each.id)).map((each) => keyOf(each.submission) ?? '');
    const earlier = repeated.length > 0 ? await earlierKeys(this.database, repeated) : new Map<string, KeyOfEarlier>();
    const byOrder = candidates.values();
    return judged.map((each) => {
      if ('problem' in each) return { problem: each.problem.toJSON() };
      const candidate = byOrder.next().value;
      if (!candidate) throw new Error('a judged event has no candidate');
      return fresh.has(candidate.id) ? acceptedNow(candidate) : acceptedBefore(candidate, earlier);
    });
  }
}

function toCandidates(judged: Judged[]): Candidate[] {
  const receivedAt = new Date();
  return judged.flatMap((each) =>
    'problem' in each
      ? []
      : [{ id: newId(), version: each.definition.version, receivedAt, submission: each.submission }],
  );
}

function acceptedNow({ id, version, receivedAt, submission }: Candidate): Verdict {
  return { accepted: toAccepted(submission.event_name, id, version, receivedAt), replayed: false };
}

function acceptedBefore({ submission }: Candidate, earlier: Map<string, KeyOfEarlier>): Verdict {
  const first = earlier.get(keyOf(submission) ?? '');
  if (!first) throw new Error('an idempotency key is taken by nobody');
  if (first.body !== bodyOf(submission)) {
    const detail = 'This key was sent before with another body; take a new key for a new event.';
    return { problem: new Problem('idempotency-key-reused', detail).toJSON() };
  }
  return {
    accepted: toAccepted(submission.event_name, first.event_id, first.version, first.received_at),
    replayed: true,
  };
}

function toAccepted(event_name: string, id: string, version: number, receivedAt: Date): AcceptedEvent {
  return { id, event_name, version, status: 'accepted', received_at: receivedAt.toISOString() };
}
