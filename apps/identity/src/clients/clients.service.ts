import { clientDeleted } from '@ces/contracts/identity/client-secrets';
import type {
  Client,
  ClientChange,
  Scope,
  ClientWithSecret,
  Deleted,
  NewClient,
} from '@ces/contracts/identity/clients';
import { Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GrantsService } from '../grants/grants.service.js';
import { randomText } from '@ces/service/random-text';
import { RevocationsService } from '../revocations/revocations.service.js';
import { Sealer } from '../sealing/sealer.js';
import { newSecret } from './client-secrets.service.js';
import { StoredClient } from './client.entity.js';
import { KnownClients } from './known-clients.js';
import { clientIdPattern, clientNotFound, lockClient, toClient } from './stored-clients.js';

interface GivenClient {
  id: string;
  secret: string;
  name: string;
  scopes: Scope[];
  first_party: boolean;
  redirect_uris: string[];
}

@Injectable()
export class ClientsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
    private readonly revocations: RevocationsService,
    private readonly known: KnownClients,
    private readonly grants: GrantsService,
    private readonly outbox: Outbox,
  ) {}

  async create(request: NewClient): Promise<ClientWithSecret> {
    const { name, scopes, first_party, redirect_uris, activation_url, deletion_url, contact_email } = request;
    const secret = newSecret();
    const given = { id: `cl_${randomText(16)}`, secret, name, scopes };
    const client: StoredClient = {
      ...this.toStored({ ...given, first_party: first_party ?? false, redirect_uris: redirect_uris ?? [] }),
      activation_url: activation_url ?? null,
      deletion_url: deletion_url ?? null,
      contact_email: contact_email ?? null,
    };
    await this.transactions.run((tx) => tx.insert(StoredClient, client));
    return { ...toClient(client), secret };
  }

  /** Creates it unless there is one of this id: what an operator has changed since stays changed. */
  async createIfMissing(given: GivenClient): Promise<'created' | 'found'> {
    const insert = this.database.createQueryBuilder().insert().into(StoredClient).values(this.toStored(given));
    const { raw } = (await insert.orIgnore().returning('id').execute()) as { raw: unknown[] };
    return raw.length > 0 ? 'created' : 'found';
  }

  async list(): Promise<Client[]> {
    const clients = await this.database.manager.find(StoredClient, { order: { created_at: 'DESC', id: 'ASC' } });
    return clients.map(toClient);
  }

  async get(id: string): Promise<Client> {
    const client = clientIdPattern.test(id) ? await this.database.manager.findOneBy(StoredClient, { id }) : null;
    if (!client) throw clientNotFound();
    return toClient(client);
  }

  change(id: string, change: ClientChange): Promise<Client> {
    return this.transactions.run(async (tx) => {
      const client = await lockClient(tx, id);
      const scopes = change.scopes ?? client.scopes;
      const reduced = client.scopes.some((scope) => !scopes.includes(scope));
      client.name = change.name ?? client.name;
      client.first_party = change.first_party ?? client.first_party;
      client.redirect_uris = change.redirect_uris ?? client.redirect_uris;
      // null takes it away, and our own page is back.
      if (change.activation_url !== undefined) client.activation_url = change.activation_url;
      if (change.deletion_url !== undefined) client.deletion_url = change.deletion_url;
      if (change.contact_email !== undefined) client.contact_email = change.contact_email;
      client.scopes = scopes;
      if (reduced) {
        client.token_version += 1;
        await this.revocations.revokeClient(id, client.token_version);
      }
      await tx.save(client);
      this.forgetAfterCommit(id);
      return toClient(client);
    });
  }

  delete(id: string): Promise<Deleted> {
    return this.transactions.run(async (tx) => {
      const client = await lockClient(tx, id);
      await this.grants.endClient(id);
      await this.revocations.revokeClient(id, client.token_version + 1);
      await tx.remove(client);
      await this.outbox.add(clientDeleted, { client_id: id });
      this.forgetAfterCommit(id);
      return { deleted: true };
    });
  }

  private forgetAfterCommit(id: string): void {
    afterCommit(() => {
      this.known.forget(id);
    });
  }

  private toStored(given: GivenClient): StoredClient {
    return {
      ...given,
      activation_url: null,
      deletion_url: null,
      contact_email: null,
      secret: this.sealer.seal(given.secret, given.id),
      next_secret: null,
      previous_secret: null,
      token_version: Math.floor(Date.now() / 1_000),
      created_at: new Date(),
    };
  }
}
