import { transactionCreated, type Transaction } from '@ces/contracts/campaigns/campaigns';
import { clientDeleted, clientSecretsChanged } from '@ces/contracts/identity/client-secrets';
import type { FactContract, Rpc } from '@ces/contracts/rpc';
import * as extra from '@ces/contracts/webhooks/extra-requests';
import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { rotateWebhookSecret, showWebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import * as contract from '@ces/contracts/webhooks/webhooks';
import * as ofAttempts from '@ces/contracts/webhooks/webhook-attempts';
import { inCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { SecretSealer } from '@ces/service/sealing/sealer';
import { eventually } from '@ces/testing/eventually';
import { tellFacts, type GuardedNats } from '@ces/testing/servers/guarded-nats';
import { RunningService } from '@ces/testing/services/start-service';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock } from '../src/clock/clock.service.js';
import { Dispatcher } from '../src/delivery/claim/dispatcher.service.js';
import { hostOf, sealHeaders } from '../src/subscriptions/stored-webhook.js';
import { webhooks } from '../src/webhooks.module.js';
import { IdentityStandIn, type TestClient } from './identity-stand-in.js';
import { Receiver } from './receiver.js';

/** A ping lasts as long as a delivery may; the gateway waits as long. */
const pingMs = 65_000;

/** The webhooks service with one client and one receiver. Identity is a stand-in; facts come as other services publish them. */
export class WebhookWorld {
  readonly client: TestClient;

  private constructor(
    readonly service: RunningService,
    readonly identity: IdentityStandIn,
    readonly receiver: Receiver,
  ) {
    this.client = identity.addClient('test');
  }

  static async start(settings: Record<string, string> = {}, nats?: Promise<GuardedNats>): Promise<WebhookWorld> {
    const given = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128', ...settings };
    const service = await RunningService.start(webhooks, given, nats);
    const identity = new IdentityStandIn(service.messaging, service.app.get(SecretSealer));
    await identity.come();
    return new WebhookWorld(service, identity, await Receiver.start());
  }

  get app(): NestFastifyApplication {
    return this.service.app;
  }

  /** Calls the service as the gateway does; a request with a key is carried out once. */
  call<Request extends object, Reply>(
    rpc: Rpc<Request, Reply>,
    request: Request,
    key?: string,
    timeout = 10_000,
  ): Promise<Reply> {
    const call = () => this.service.bus.call(rpc, request, { timeout });
    if (key === undefined) return call();
    return inCall({ requestId: key, idempotency: { scope: rpc.subject, key, hash: JSON.stringify(request) } }, call);
  }

  register(
    path: string,
    more: Partial<contract.NewWebhook> = {},
    client_id = this.client.id,
  ): Promise<contract.Webhook> {
    const events: contract.NewWebhook['events'] = ['transaction-created'];
    const request = { client_id, events, url: `${this.receiver.url}${path}`, ...more };
    return this.call(contract.createWebhook, request);
  }

  async registerMany(paths: string[], clientId = this.client.id): Promise<void> {
    const sealer = this.app.get(SecretSealer);
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

  details(id: string, client_id = this.client.id): Promise<contract.WebhookDetails> {
    return this.call(contract.getWebhook, { client_id, id });
  }

  async attempts(id: string): Promise<ofAttempts.WebhookAttempt[]> {
    return (await this.call(contract.attemptsOfWebhook, { client_id: this.client.id, id })).items;
  }

  async secretOf(id: string): Promise<string> {
    return (await this.call(showWebhookSecret, { client_id: this.client.id, id })).secret;
  }

  async rotateSecret(id: string): Promise<string> {
    return (await this.call(rotateWebhookSecret, { client_id: this.client.id, id })).secret;
  }

  change(id: string, change: contract.WebhookChange): Promise<contract.WebhookDetails> {
    return this.call(contract.changeWebhook, { client_id: this.client.id, id, ...change });
  }

  enable(id: string, key?: string): Promise<contract.WebhookDetails> {
    return this.call(contract.enableWebhook, { client_id: this.client.id, id }, key);
  }

  disable(id: string, client_id = this.client.id): Promise<contract.WebhookDetails> {
    return this.call(contract.disableWebhook, { client_id, id });
  }

  replay(id: string, since: string): Promise<contract.WebhookDetails> {
    return this.call(contract.replayWebhook, { client_id: this.client.id, id, since });
  }

  ping(id: string, key?: string, client_id = this.client.id): Promise<ofAttempts.WebhookAttempt> {
    return this.call(contract.pingWebhook, { client_id, id }, key, pingMs);
  }

  test(id: string, event: WebhookEventName): Promise<ofAttempts.WebhookAttempt> {
    return this.call(extra.testWebhook, { client_id: this.client.id, id, event }, undefined, pingMs);
  }

  resend(id: string, batch_id: string, key?: string): Promise<extra.Resent> {
    return this.call(extra.resendBatch, { client_id: this.client.id, id, batch_id }, key, pingMs);
  }

  async setAside(id: string): Promise<extra.SetAsideEvent[]> {
    return (await this.call(extra.listSetAside, { client_id: this.client.id, id })).items;
  }

  resendSetAside(id: string, event_ids?: string[]): Promise<extra.Resent[]> {
    const request = { client_id: this.client.id, id, ...(event_ids ? { event_ids } : {}) };
    return this.call(extra.resendSetAside, request, undefined, pingMs);
  }

  remove(id: string): Promise<{ deleted: true }> {
    return this.call(contract.deleteWebhook, { client_id: this.client.id, id });
  }

  /** Publishes facts as the relay of their service does; several travel in one message. */
  tell<Payload extends object>(
    fact: FactContract<Payload>,
    payloads: Payload[],
    ids?: string[],
    traceparents?: (string | undefined)[],
  ): Promise<string[]> {
    return tellFacts(this.service.messaging.nats, fact, payloads, ids, traceparents);
  }

  async changeSecrets(client_id: string, ...secrets: string[]): Promise<void> {
    this.identity.setSecrets(client_id, secrets);
    await this.tell(clientSecretsChanged, [{ client_id }]);
  }

  async deleteClient(client_id: string): Promise<void> {
    this.identity.removeClient(client_id);
    await this.tell(clientDeleted, [{ client_id }]);
  }

  transactions(ids: string[], user_id = 'u'.repeat(25)): Promise<string[]> {
    return this.tell(
      transactionCreated,
      ids.map((id) => transaction(id, user_id)),
    );
  }

  idsAt(path: string): unknown[] {
    return this.receiver.at(path).flatMap(({ events }) => events.map(({ data }) => data['id']));
  }

  async arrived(path: string, ids: string[], withinMs = 20_000): Promise<void> {
    await eventually(() => {
      expect(this.idsAt(path)).toEqual(ids);
    }, withinMs);
  }

  /** Sets the clock of retries ahead, and looks at once; 0 sets it right again. */
  later(ms: number): void {
    const moment = Date.now() + ms;
    Object.assign(this.app.get(Clock), { now: ms === 0 ? () => Date.now() : () => moment });
    this.app.get(Dispatcher).look();
  }

  sql<T = object>(query: string, values: unknown[] = []): Promise<T[]> {
    return this.service.query<T>(query, values);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.receiver.stop();
  }
}

export function transaction(id: string, user_id = 'u'.repeat(25)): Transaction {
  return { id, stack_id: 'points', block_id: 'é 😀 "base"', user_id, value: 7 };
}

export function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}
