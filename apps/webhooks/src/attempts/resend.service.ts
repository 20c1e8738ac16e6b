import { Problem } from '@ces/contracts/problems';
import type { BatchRef, Resent } from '@ces/contracts/webhooks/extra-requests';
import { newId } from '@ces/messaging/storage/ids';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { bodyOf } from '../log/log-event.js';
import { traceOf } from '../requests/trace.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { AttemptStore, type AttemptRow } from './attempt.store.js';
import { ExtraRequests } from './extra-requests.service.js';
import { Payloads, type Members } from './payloads.service.js';
import { ResentRecorder, type ResentContent } from './resent-recorder.service.js';

/** Sends a batch once more: at once, beside the queue, one try. */
@Injectable()
export class ResendService {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly store: AttemptStore,
    private readonly payloads: Payloads,
    private readonly requests: ExtraRequests,
    private readonly recorder: ResentRecorder,
  ) {}

  /** Waits for the receiver before the transaction begins. */
  async resend({ client_id, id, batch_id }: BatchRef): Promise<() => Promise<Resent>> {
    const webhook = await this.subscriptions.find(client_id, id);
    const newest = isUuid(batch_id) ? await this.store.findNewestOf(webhook.id, batch_id) : undefined;
    if (!newest?.names) throw batchNotFound();
    const row = { ...newest, names: newest.names };
    const sent = await this.requests.inSlot(webhook, () =>
      this.requests.send(webhook, async () => contentOf(row, await this.payloads.readOne(row))),
    );
    if (!sent) throw batchRemoved();
    return () => this.recorder.record(webhook.id, sent, row.attempt + 1);
  }
}

/** The same bytes keep the id of the batch. Without some of its events it is another batch, with an id of its own. */
function contentOf(row: AttemptRow & { names: readonly string[] }, members?: Members): ResentContent | undefined {
  if (!members || members.events.length === 0) return undefined;
  const { events, removed } = members;
  const body = bodyOf(events);
  const batchId = removed.length === 0 && body.length === row.bytes ? row.batch_id : newId();
  const trace = traceOf(events.map(({ traceparent }) => traceparent));
  const { names, after, upto } = row;
  return { batchId, eventIds: events.map(({ id }) => id), trace, body, events, removed, names, after, upto };
}

function batchNotFound(): Problem {
  return new Problem(
    'batch-not-found',
    'The webhook has no batch of this id whose attempts are kept. Take `batch_id` from its attempts.',
  );
}

function batchRemoved(): Problem {
  return new Problem('batch-removed', 'Erasures or time have removed all events of the batch.');
}
