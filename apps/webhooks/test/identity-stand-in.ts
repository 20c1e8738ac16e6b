import { signingSecrets } from '@ces/contracts/identity/client-secrets';
import type { ClientRef } from '@ces/contracts/identity/clients';
import { Problem } from '@ces/contracts/problems';
import { contextOf, replyHeaders } from '@ces/messaging/calls/wire';
import type { CallContext } from '@ces/messaging/calls/call-context';
import type { SecretSealer } from '@ces/service/sealing/sealer';
import type { GuardedNats } from '@ces/testing/servers/guarded-nats';
import type { Msg, Subscription } from 'nats';
import { randomBytes } from 'node:crypto';

export interface TestClient {
  id: string;
  secret: string;
}

/** Answers for identity: it knows clients and their secrets. It can be away, and it can hang. */
export class IdentityStandIn {
  /** The context of each call, as identity would see it. */
  readonly calls: CallContext[] = [];
  private readonly secrets = new Map<string, string[]>();
  private subscription: Subscription | undefined;

  constructor(
    private readonly messaging: GuardedNats,
    private readonly sealer: SecretSealer,
  ) {}

  addClient(name = randomBytes(6).toString('hex')): TestClient {
    const client = { id: `cl_${name}`, secret: randomBytes(32).toString('base64url') };
    this.secrets.set(client.id, [client.secret]);
    return client;
  }

  setSecrets(clientId: string, secrets: string[]): void {
    this.secrets.set(clientId, secrets);
  }

  removeClient(clientId: string): void {
    this.secrets.delete(clientId);
  }

  async come(): Promise<void> {
    await this.subscribe((message) => {
      this.answer(message);
    });
  }

  /** Takes calls and answers none. */
  async hang(): Promise<void> {
    await this.subscribe(() => undefined);
  }

  /** Takes no calls: NATS says at once that nothing listens. */
  async leave(): Promise<void> {
    this.subscription?.unsubscribe();
    await (await this.messaging.nats.connection()).flush();
  }

  private async subscribe(take: (message: Msg) => void): Promise<void> {
    this.subscription?.unsubscribe();
    const { nats } = this.messaging;
    const connection = await nats.connection();
    const subject = nats.subject('rpc', signingSecrets.subject);
    this.subscription = connection.subscribe(subject, {
      callback: (_error, message) => {
        take(message);
      },
    });
    await connection.flush();
  }

  private answer(message: Msg): void {
    const context = contextOf(message.headers);
    this.calls.push(context);
    const { id } = message.json<ClientRef>();
    const secrets = this.secrets.get(id);
    const reply = secrets
      ? { sealed: secrets.map((secret) => this.sealer.seal(secret, id)) }
      : new Problem('client-not-found', 'There is no such client.');
    message.respond(JSON.stringify(reply), { headers: replyHeaders(context, secrets ? 'fine' : 'failed') });
  }
}
