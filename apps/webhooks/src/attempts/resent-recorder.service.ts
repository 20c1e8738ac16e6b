import type { Resent } from '@ces/contracts/webhooks/extra-requests';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { LogEvent } from '../log/log-event.js';
import { LogService } from '../log/log.service.js';
import { AttemptStore } from './attempt.store.js';
import { attemptOf, type Content, type Sent } from './extra-requests.service.js';

export interface ResentContent extends Content {
  events: readonly LogEvent[];
  /** Ids of events of the batch that are not sent. */
  removed: readonly string[];
  names: readonly string[];
  after: string;
  upto: string;
}

@Injectable()
export class ResentRecorder {
  constructor(
    private readonly transactions: Transactions,
    private readonly log: LogService,
    private readonly store: AttemptStore,
  ) {}

  /** An answer may repeat an event that was erased meanwhile, so it is kept only while all events are there. */
  record(webhookId: string, sent: Sent<ResentContent>, number: number): Promise<Resent> {
    const { names, after, upto, events, removed, eventIds } = sent.content;
    const attempt = attemptOf(sent, number);
    return this.transactions.run(async () => {
      const answer = (await this.log.hold(events)) ? attempt.answer : null;
      await this.store.insert(webhookId, { ...attempt, answer, names, after, upto });
      const { id, batch_id, status, error, duration_ms } = attempt;
      return {
        id,
        batch_id,
        event_ids: eventIds,
        removed: [...removed],
        outcome: attempt.outcome === 'delivered' ? 'delivered' : 'failed',
        status,
        error,
        started_at: attempt.started_at.toISOString(),
        duration_ms,
      };
    });
  }
}
