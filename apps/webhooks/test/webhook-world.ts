import { transactionCreated, type Transaction } from '@ces/contracts/campaigns/campaigns';
import type { Event } from '@ces/contracts/rpc';
import type { NewWebhook, Webhook, WebhookAttempt, WebhookDetails } from '@ces/contracts/webhooks/webhooks';
import { newId } from '@ces/messaging/storage/ids';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/guarded-nats';
import { Platform } from '../../../e2e/platform/platform.js';
import { DataSource } from 'typeorm';
import { Clock } from '../src/clock/clock.service.js';
import { Dispatcher } from '../src/delivery/claim/dispatcher.service.js';
import { hostOf, sealHeaders } from '../src/subscriptions/stored-webhook.js';
import { Receiver } from './receiver.js';

const base = '/api/1/terminal/webhooks';

/** Short words for what the specs of webhooks do over and over. */
export class WebhookWorld {
  private constructor(
    readonly platform: Platform,
    readonly receiver: Receiver,
  ) {}

  /** With what `settings` say, or on a platform of another kind that runs already. */
  static async start(settings: Record<string, string> | Platform = {}): Promise<WebhookWorld> {
    const platform = settings instanceof Platform ? settings : await Platform.start(settings, 1, 'webhooks');
    return new WebhookWorld(platform, await Receiver.start());
  }

  async register(path: string, more: Partial<NewWebhook> = {}, api = this.platform.api): Promise<Webhook> {
    const body = { events: ['transaction-created'], url: `${this.receiver.url}${path}`, ...more };
    const answer = await api.post(base, body);
    if (answer.status !== 201) throw new Error(`not registered: ${answer.text}`);
    return answer.body as Webhook;
  }

  /** All at once, as nobody registers them. */
  async registerMany(paths: string[], clientId = this.platform.credentials.id): Promise<void> {
    const sealer = this.platform.webhooks.get(SecretSealer);
    const rows = paths.map((path) => {
      const id = newId();
      return { id, url: `${this.receiver.url}${path}`, headers: sealHeaders(sealer, id, {}) };
    });
    await this.sql(
      `WITH made AS (
         INSERT INTO webhook (id, client_id, events, url, host, headers)
         SELECT id, $2, '{transaction-created}', url, $3, headers
           FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, url text, headers text) RETURNING id)
       INSERT INTO delivery (webhook_id, cursor) SELECT id, (SELECT position FROM log_clock) FROM made`,
      [JSON.stringify(rows), clientId, hostOf(this.receiver.url)],
    );
  }

  async details(id: string): Promise<WebhookDetails> {
    return (await this.platform.api.get(`${base}/${id}`)).body as WebhookDetails;
  }

  async attempts(id: string): Promise<WebhookAttempt[]> {
    return (await this.platform.api.get(`${base}/${id}/attempts`)).body as WebhookAttempt[];
  }

  post(id: string, action: string, body?: object) {
    return this.platform.api.post(`${base}/${id}:${action}`, body);
  }

  remove(id: string) {
    return this.platform.api.send('DELETE', `${base}/${id}`);
  }

  /** Facts as another service's relay publishes them; several travel in one message. */
  tell<Payload extends object>(
    fact: Event<Payload>,
    payloads: Payload[],
    ids?: string[],
    traceparents?: (string | undefined)[],
  ): Promise<string[]> {
    return tellFacts(this.platform.messaging.nats, fact, payloads, ids, traceparents);
  }

  /** Transactions with these ids, of one user. */
  transactions(ids: string[], user_id = 'u'.repeat(25)): Promise<string[]> {
    return this.tell(
      transactionCreated,
      ids.map((id) => transaction(id, user_id)),
    );
  }

  /** Ids of the transactions that came there, in their order. */
  idsAt(path: string): unknown[] {
    return this.receiver.at(path).flatMap(({ events }) => events.map(({ data }) => data['id']));
  }

  async arrived(path: string, ids: string[]): Promise<void> {
    await eventually(() => {
      expect(this.idsAt(path)).toEqual(ids);
    }, 20_000);
  }

  /** From now on retries believe it is that much later, and look at once. 0: the time is right again. */
  later(ms: number): void {
    const moment = Date.now() + ms;
    Object.assign(this.platform.webhooks.get(Clock), { now: ms === 0 ? () => Date.now() : () => moment });
    this.platform.webhooks.get(Dispatcher).look();
  }

  sql<T = object>(query: string, values: unknown[] = []): Promise<T[]> {
    return this.platform.webhooks.get(DataSource).query<T[]>(query, values);
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    await this.receiver.stop();
  }
}

export function transaction(id: string, user_id = 'u'.repeat(25)): Transaction {
  return { id, stack_id: 'points', block_id: 'é 😀 "base"', user_id, value: 7 };
}

export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}
