import type { Client, CreateClient } from '@ces/contracts/identity/clients';
import { faulty } from '@ces/contracts/problems';
import { Transactions } from '@ces/messaging/storage/transactions';
import { keysIn, type Keys, type Made, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { ClientEntity } from './client.entity.js';
import { ClientsService } from './clients.service.js';

@Injectable()
export class NamedClients implements Named<CreateClient, Client> {
  readonly space = 'clients';
  readonly notFound = 'client-not-found';
  readonly keys: Keys;

  constructor(
    transactions: Transactions,
    private readonly clients: ClientsService,
  ) {
    this.keys = keysIn(transactions, ClientEntity);
  }

  get(id: string): Promise<Client> {
    return this.clients.get(id);
  }

  async create(given: CreateClient): Promise<Made<Client>> {
    const { secret, ...shown } = await this.clients.create(given);
    return { shown, ...(secret === undefined ? {} : { secret }) };
  }

  /** Absent fields become those of a new client. The secrets stay. */
  async replace(id: string, { public: isPublic, ...given }: CreateClient): Promise<Client> {
    const client = await this.clients.get(id);
    if ((isPublic ?? false) !== client.public) throw fixed(client.public);
    return this.clients.change({
      ...given,
      id,
      first_party: given.first_party ?? false,
      origins: given.origins ?? [],
      redirect_uris: given.redirect_uris ?? [],
      activation_url: given.activation_url ?? null,
      deletion_url: given.deletion_url ?? null,
      password_url: given.password_url ?? null,
      contact_email: given.contact_email ?? null,
      rate_limit: given.rate_limit ?? null,
    });
  }
}

function fixed(isPublic: boolean) {
  const detail = `stays ${isPublic}: a client stays public or not`;
  return faulty('validation-failed', [{ pointer: '#/public', code: 'fixed', detail }]);
}
