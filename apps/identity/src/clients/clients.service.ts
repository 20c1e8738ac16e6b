import { clientDeleted } from '@ces/contracts/identity/client-secrets';
import type { ClientStanding } from '@ces/contracts/identity/tokens/client-standing';
import type {
  ChangeClient,
  Client,
  ClientCommand,
  CreateClient,
  CreatedClient,
  Deleted,
} from '@ces/contracts/identity/clients';
import type { Scope } from '@ces/contracts/identity/tokens/scopes';
import type { Paged, SearchPage } from '@ces/contracts/paging';
import { demandUnchanged } from '@ces/messaging/calls/etag';
import { Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { pageByCreation } from '@ces/service/database/keyset';
import { randomText } from '@ces/service/random-text';
import { Injectable } from '@nestjs/common';
import { GrantsService } from '../grants/grants.service.js';
import { RevocationsService } from '../revocations/revocations.service.js';
import { Sealer } from '../sealing/sealer.js';
import { newSecret } from './client-secrets.service.js';
import { ClientEntity } from './client.entity.js';
import { ClientStore } from './client.store.js';
import { demandFitting } from './fitting-client.js';
import { Granting } from './granting.js';
import { KnownClients } from './known-clients.js';
import { clientNotFound, toClient } from './to-client.js';

export interface GivenClient {
  id: string;
  /** None for a public client. */
  secret: string | null;
  name: string;
  scopes: Scope[];
  first_party: boolean;
  public: boolean;
  origins: string[];
  redirect_uris: string[];
}

@Injectable()
export class ClientsService {
  static readonly demandFitting = demandFitting;

  constructor(
    private readonly store: ClientStore,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
    private readonly revocations: RevocationsService,
    private readonly known: KnownClients,
    private readonly grants: GrantsService,
    private readonly granting: Granting,
    private readonly outbox: Outbox,
  ) {}

  async create({ by, ...request }: CreateClient): Promise<CreatedClient> {
    await this.granting.demandGrantable(by, request.scopes);
    const secret = request.public === true ? null : newSecret();
    const client: ClientEntity = {
      ...this.toStored({
        id: `cl_${randomText(16)}`,
        secret,
        name: request.name,
        scopes: request.scopes,
        first_party: request.first_party ?? false,
        public: request.public ?? false,
        origins: request.origins ?? [],
        redirect_uris: request.redirect_uris ?? [],
      }),
      activation_url: request.activation_url ?? null,
      deletion_url: request.deletion_url ?? null,
      password_url: request.password_url ?? null,
      contact_email: request.contact_email ?? null,
      rate_limit: request.rate_limit ?? null,
    };
    await this.transactions.of(ClientEntity).insert(client);
    return { ...toClient(client), ...(secret === null ? {} : { secret }) };
  }

  /** Creates the client unless one with its id exists, so that an operator's changes stay. */
  async createIfMissing(given: GivenClient): Promise<'created' | 'found'> {
    return (await this.store.insertIfMissing(this.toStored(given))) ? 'created' : 'found';
  }

  origins(): Promise<string[]> {
    return this.store.origins();
  }

  list(search: SearchPage): Promise<Paged<Client>> {
    return pageByCreation(
      search,
      (wanted) => this.store.newest(wanted),
      toClient,
      ({ id }) => id,
    );
  }

  async get(id: string): Promise<Client> {
    const client = await this.store.find(id);
    if (!client) throw clientNotFound();
    return toClient(client);
  }

  async standingOf(id: string): Promise<ClientStanding> {
    const client = await this.store.find(id);
    if (!client) throw clientNotFound();
    return { token_version: client.token_version, rate_limit: client.rate_limit };
  }

  /** The origins of the pages to which the client sends its users. */
  async originsOf(id: string): Promise<string[]> {
    const client = await this.store.find(id);
    const pages = [client?.password_url ?? '', ...(client?.redirect_uris ?? [])];
    return pages.filter((page) => URL.canParse(page)).map((page) => new URL(page).origin);
  }

  change({ id, by, ...change }: ChangeClient): Promise<Client> {
    return this.transactions.run(async () => {
      const client = await this.lock(id);
      await this.granting.demandChangeable(by, client);
      await this.granting.demandGrantable(by, change.scopes ?? []);
      await demandUnchanged(() => Promise.resolve(toClient(client)));
      const scopes = change.scopes ?? client.scopes;
      const reduced = client.scopes.some((scope) => !scopes.includes(scope));
      client.name = change.name ?? client.name;
      client.first_party = change.first_party ?? client.first_party;
      client.redirect_uris = change.redirect_uris ?? client.redirect_uris;
      client.origins = change.origins ?? client.origins;
      // null removes an address, so that mails link to our own page again, and the limit.
      if (change.activation_url !== undefined) client.activation_url = change.activation_url;
      if (change.deletion_url !== undefined) client.deletion_url = change.deletion_url;
      if (change.password_url !== undefined) client.password_url = change.password_url;
      if (change.contact_email !== undefined) client.contact_email = change.contact_email;
      if (change.rate_limit !== undefined) client.rate_limit = change.rate_limit;
      client.scopes = scopes;
      demandFitting(client);
      if (reduced) {
        client.token_version += 1;
        await this.revocations.revokeClient(id, client.token_version);
      }
      await this.transactions.of(ClientEntity).save(client);
      this.forgetAfterCommit(id);
      return toClient(client);
    });
  }

  delete({ id, by }: ClientCommand): Promise<Deleted> {
    return this.transactions.run(async () => {
      const client = await this.lock(id);
      await this.granting.demandChangeable(by, client);
      await this.grants.endClient(id);
      await this.revocations.revokeClient(id, client.token_version + 1);
      await this.transactions.of(ClientEntity).remove(client);
      await this.outbox.add(clientDeleted, { client_id: id });
      this.forgetAfterCommit(id);
      return { deleted: true };
    });
  }

  private async lock(id: string): Promise<ClientEntity> {
    const client = await this.store.lock(id);
    if (!client) throw clientNotFound();
    return client;
  }

  private forgetAfterCommit(id: string): void {
    afterCommit(() => {
      this.known.forget(id);
    });
  }

  private toStored(given: GivenClient): ClientEntity {
    demandFitting(given);
    return {
      ...given,
      activation_url: null,
      deletion_url: null,
      password_url: null,
      contact_email: null,
      rate_limit: null,
      key: null,
      secret: given.secret === null ? null : this.sealer.seal(given.secret, given.id),
      next_secret: null,
      previous_secret: null,
      token_version: Math.floor(Date.now() / 1_000),
      last_used_at: null,
      created_at: new Date(),
    };
  }
}
