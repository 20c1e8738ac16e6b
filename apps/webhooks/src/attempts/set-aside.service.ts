import { largestPage, type Paged } from '@ces/contracts/paging';
import { Problem } from '@ces/contracts/problems';
import {
  mostResent,
  type ResendSetAside,
  type Resent,
  type SetAsideEvent,
  type SetAsideOf,
} from '@ces/contracts/webhooks/extra-requests';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { countThatFits, notACursor } from '@ces/service/database/keyset';
import { Injectable } from '@nestjs/common';
import { bodyOf } from '../log/log-event.js';
import { LogService } from '../log/log.service.js';
import { QueuesService, type SetAside } from '../queues/queues.service.js';
import { traceOf } from '../requests/trace.js';
import type { StoredWebhook } from '../subscriptions/stored-webhook.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { AttemptStore } from './attempt.store.js';
import { ExtraRequests, type Sent } from './extra-requests.service.js';
import { ResentRecorder, type ResentContent } from './resent-recorder.service.js';

/** The gateway waits a little longer. */
const patienceMs = 60_000;

interface SentAgain {
  aside: SetAside;
  sent: Sent<ResentContent>;
}

/** Events set aside are sent again each alone, at once, beside the queue, in one try. */
@Injectable()
export class SetAsideService {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly queues: QueuesService,
    private readonly log: LogService,
    private readonly store: AttemptStore,
    private readonly requests: ExtraRequests,
    private readonly recorder: ResentRecorder,
    private readonly transactions: Transactions,
  ) {}

  async list({ client_id, id, limit = largestPage, cursor }: SetAsideOf): Promise<Paged<SetAsideEvent>> {
    if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw notACursor();
    const webhook = await this.subscriptions.find(client_id, id);
    const rows = await this.queues.listSetAside(webhook.id, cursor ?? null, limit + 1);
    const items = rows.map(toSetAsideEvent);
    const fit = Math.min(limit, countThatFits(items));
    return { items: items.slice(0, fit), next: fit < rows.length ? (rows[fit - 1]?.position ?? null) : null };
  }

  /** Waits for the receiver before the transaction begins. Events that the receiver accepts leave the list. */
  async resend({ client_id, id, event_ids }: ResendSetAside): Promise<() => Promise<Resent[]>> {
    const webhook = await this.subscriptions.find(client_id, id);
    const chosen = event_ids
      ? await this.choose(webhook.id, event_ids)
      : await this.queues.firstSetAside(webhook.id, mostResent);
    const sent = await this.requests.inSlot(webhook, () => this.sendEach(webhook, chosen));
    return () => this.transactions.run(() => this.record(webhook.id, sent));
  }

  private async choose(webhookId: string, eventIds: string[]): Promise<SetAside[]> {
    const found = await this.queues.findSetAside(webhookId, eventIds);
    const known = new Set(found.map(({ event_id }) => event_id));
    const missing = eventIds.find((each) => !known.has(each.toLowerCase()));
    if (missing !== undefined) throw notSetAside(missing);
    return found;
  }

  /** Ends early when an event gets no answer, because the others would wait as long, and when the caller's time is over. */
  private async sendEach(webhook: StoredWebhook, chosen: readonly SetAside[]): Promise<SentAgain[]> {
    const began = performance.now();
    const done: SentAgain[] = [];
    for (const aside of chosen) {
      const spentMs = performance.now() - began;
      if (done.length > 0 && spentMs + this.requests.timeoutMs > patienceMs) break;
      const sent = await this.requests.send(webhook, () => this.compose(aside));
      if (!sent) continue;
      done.push({ aside, sent });
      if (sent.shipped.outcome.kind === 'unanswered') break;
    }
    return done;
  }

  /** The same id and bytes as before, if the batch is known. Undefined when the event is removed. */
  private async compose({ position, event_id, batch_id, name }: SetAside): Promise<ResentContent | undefined> {
    if (name === null) return undefined;
    const place = { names: [name], after: String(BigInt(position) - 1n), upto: position };
    const found = await this.log.readSent([{ id: event_id, ...place, event_ids: [event_id] }]);
    const events = found.get(event_id) ?? [];
    if (events.length === 0) return undefined;
    const trace = traceOf(events.map(({ traceparent }) => traceparent));
    const content = { eventIds: [event_id], trace, body: bodyOf(events), events, removed: [] };
    return { batchId: batch_id ?? newId(), ...content, ...place };
  }

  private async record(webhookId: string, done: readonly SentAgain[]): Promise<Resent[]> {
    const answers: Resent[] = [];
    const accepted: string[] = [];
    for (const { aside, sent } of done) {
      const before = await this.store.findNewestOf(webhookId, sent.content.batchId);
      const answer = await this.recorder.record(webhookId, sent, (before?.attempt ?? 0) + 1);
      answers.push(answer);
      if (answer.outcome === 'delivered') accepted.push(aside.position);
    }
    await this.queues.removeSetAside(webhookId, accepted);
    return answers;
  }
}

function toSetAsideEvent({ event_id, batch_id, status, name, data, at }: SetAside): SetAsideEvent {
  return {
    event_id,
    batch_id,
    status,
    removed: name === null,
    name,
    data: data === null ? null : (JSON.parse(data) as object),
    at: at.toISOString(),
  };
}

function notSetAside(eventId: string): Problem {
  return new Problem('set-aside-not-found', `The event ${eventId} is not set aside; /set-aside lists those that are.`);
}
