import * as copy from '@ces/contracts/identity/connection-copy';
import { userErased } from '@ces/contracts/identity/erasure';
import { getProvider, type Provider } from '@ces/contracts/identity/providers';
import * as users from '@ces/contracts/identity/users';
import type { FactContract, Rpc } from '@ces/contracts/rpc';
import { newId } from '@ces/messaging/storage/ids';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import type { RunningService } from '@ces/testing/services/start-service';
import { randomBytes } from 'node:crypto';

const pageSize = 1_000;
const provider_name = 'acme';

/** Identity as the segments service sees it: it answers what is asked of it, and tells facts of what changes. */
export class FakeIdentity {
  private readonly connections = new Map<string, copy.CopiedConnection>();
  private readonly existing = new Set<string>();
  private readonly changes: copy.ConnectionChange[] = [];
  private held: (() => void)[] | undefined;
  private withheld: (() => Promise<unknown>)[] | undefined;

  private constructor(private readonly service: RunningService) {}

  static async beside(service: RunningService): Promise<FakeIdentity> {
    const identity = new FakeIdentity(service);
    await identity.answer(copy.allConnections, ({ after }) => identity.page(after));
    await identity.answer(copy.connectionsOfUsers, (request) => identity.ofUsers(request));
    await identity.answer(copy.connectionsOfOwners, ({ owners }) => identity.ofOwners(owners));
    await identity.answer(copy.connectionChanges, ({ after = '0' }) => identity.changesAfter(Number(after)));
    await identity.answer(getProvider, ({ name }) => toProvider(name));
    return identity;
  }

  async connect(owner_id: string, user_id = newUser(), imported = false): Promise<string> {
    this.existing.add(user_id);
    this.connections.set(owner_id, { provider_name, owner_id, user_id, open: true, imported });
    await this.tell(users.connectionCreated, { provider_name, owner_id, user_id });
    return user_id;
  }

  async disconnect(owner_id: string): Promise<void> {
    const connection = this.connections.get(owner_id);
    if (!connection) throw new Error(`${owner_id} is not connected`);
    this.connections.delete(owner_id);
    await this.tell(users.connectionRemoved, { provider_name, owner_id, user_id: connection.user_id });
  }

  async close(user_id: string): Promise<void> {
    this.changeAccount(user_id, { open: false });
    await this.tell(users.userClosed, { user_id, at: new Date().toISOString() });
  }

  async restore(user_id: string): Promise<void> {
    this.changeAccount(user_id, { open: true });
    await this.tell(users.userRestored, { user_id, at: new Date().toISOString() });
  }

  /** Erases the user. Others hear of it when `tellErased` tells them. */
  erase(user_id: string): void {
    this.existing.delete(user_id);
    for (const each of this.of(user_id)) this.connections.delete(each.owner_id);
  }

  /** A second call tells it as another fact. */
  async tellErased(user_id: string): Promise<void> {
    await this.publish(userErased, { user_id }, newId());
  }

  /** Connects owners and records the changes, but never publishes their facts. */
  connectUnheard(owners: string[]): void {
    for (const owner_id of owners) {
      const user_id = newUser();
      this.existing.add(user_id);
      this.connections.set(owner_id, { provider_name, owner_id, user_id, open: true, imported: false });
      this.changes.push({ user_id, message_id: newId() });
    }
  }

  /** Facts of what changes meanwhile are told afterwards, in their order. */
  async withholdingFacts(work: () => Promise<void>): Promise<void> {
    this.withheld = [];
    await work();
    const waiting = this.withheld;
    this.withheld = undefined;
    for (const tell of waiting) await tell();
  }

  /** Questions for the connections of owners, which an erasure asks, wait until `answerAgain`. */
  fallSilent(): void {
    this.held = [];
  }

  get asked(): number {
    return this.held?.length ?? 0;
  }

  answerAgain(): void {
    const waiting = this.held ?? [];
    this.held = undefined;
    for (const respond of waiting) respond();
  }

  private async tell<Payload extends { user_id: string }>(
    event: FactContract<Payload>,
    payload: Payload,
  ): Promise<void> {
    const message_id = newId();
    this.changes.push({ user_id: payload.user_id, message_id });
    await this.publish(event, payload, message_id);
  }

  private async publish<Payload extends object>(
    event: FactContract<Payload>,
    payload: Payload,
    id: string,
  ): Promise<void> {
    const publish = () => tellFacts(this.service.messaging.nats, event, [payload], [id]);
    if (this.withheld) this.withheld.push(publish);
    else await publish();
  }

  private async answer<Request extends object, Reply>(
    contract: Rpc<Request, Reply>,
    reply: (request: Request) => Reply,
  ): Promise<void> {
    const { nats } = this.service.messaging;
    const connection = await nats.connection();
    connection.subscribe(nats.subject('rpc', contract.subject), {
      callback: (_error, message) => {
        const respond = (): void => {
          message.respond(JSON.stringify(reply(message.json<Request>())));
        };
        if (this.held && contract.subject === copy.connectionsOfOwners.subject) this.held.push(respond);
        else respond();
      },
    });
    await connection.flush();
  }

  private changeAccount(user_id: string, change: { open: boolean }): void {
    for (const each of this.of(user_id)) this.connections.set(each.owner_id, { ...each, ...change });
  }

  private of(user_id: string): copy.CopiedConnection[] {
    return [...this.connections.values()].filter((each) => each.user_id === user_id);
  }

  private page(after: users.ConnectionRef | undefined): copy.ConnectionsPage {
    const sorted = [...this.connections.values()].sort((a, b) => (a.owner_id < b.owner_id ? -1 : 1));
    return pageOfConnections(sorted.filter((each) => !after || each.owner_id > after.owner_id));
  }

  private ofUsers({ user_ids, after }: copy.ConnectionsOfUsers): copy.ConnectionsOfUsersPage {
    const place = ({ user_id, owner_id }: { user_id: string; owner_id: string }) => `${user_id} ${owner_id}`;
    const asked = new Set(user_ids);
    const sorted = [...this.connections.values()]
      .filter((each) => asked.has(each.user_id) && (!after || place(each) > place(after)))
      .sort((a, b) => (place(a) < place(b) ? -1 : 1));
    return { ...pageOfConnections(sorted), gone: user_ids.filter((id) => !this.existing.has(id)) };
  }

  private ofOwners(owners: users.ConnectionRef[]): copy.CopiedConnection[] {
    return owners.flatMap(({ owner_id }) => this.connections.get(owner_id) ?? []);
  }

  private changesAfter(after: number): copy.ConnectionChanges {
    const end = Math.min(after + pageSize, this.changes.length);
    return {
      changes: this.changes.slice(after, end),
      next: end < this.changes.length ? String(end) : null,
      known: String(end),
    };
  }
}

function pageOfConnections(sorted: copy.CopiedConnection[]): copy.ConnectionsPage {
  return { connections: sorted.slice(0, pageSize), whole: sorted.length <= pageSize };
}

function newUser(): string {
  return randomBytes(13).toString('hex').slice(0, 25);
}

export function toProvider(name: string): Provider {
  const created = '2026-11-21T09:30:00.000Z';
  const ofSignIn = { client_id: null, scopes: ['openid'], operators: false };
  return { name, issuer: 'https://login.example', client_ids: [], jwks_uri: null, ...ofSignIn, created };
}
