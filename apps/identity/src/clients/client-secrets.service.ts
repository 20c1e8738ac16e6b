import {
  clientSecretsChanged,
  type NewSecret,
  type RetireSecret,
  type SigningSecrets,
} from '@ces/contracts/identity/client-secrets';
import type { Client, ClientCommand } from '@ces/contracts/identity/clients';
import { Problem } from '@ces/contracts/problems';
import { Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { RevocationsService } from '../revocations/revocations.service.js';
import { Sealer } from '../sealing/sealer.js';
import { ClientEntity } from './client.entity.js';
import { ClientStore } from './client.store.js';
import { Granting } from './granting.js';
import { KnownClients } from './known-clients.js';
import { clientNotFound, sealedSecretsOf, toClient } from './to-client.js';

export function newSecret(): string {
  return `cs_${randomBytes(32).toString('base64url')}`;
}

/** Rotates a secret without a pause: add a second one, pass it on to all who use the first, promote it, retire the first. */
@Injectable()
export class ClientSecretsService {
  constructor(
    private readonly store: ClientStore,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
    private readonly known: KnownClients,
    private readonly revocations: RevocationsService,
    private readonly granting: Granting,
    private readonly outbox: Outbox,
  ) {}

  async add(command: ClientCommand): Promise<NewSecret> {
    const secret = newSecret();
    await this.change(command, (client) => {
      if (client.public) throw conflict('A public client has no secret.');
      if (client.next_secret !== null || client.previous_secret !== null) {
        throw conflict('The client has two secrets already; retire the previous one first.');
      }
      client.next_secret = this.sealer.seal(secret, client.id);
    });
    return { secret };
  }

  promote(command: ClientCommand): Promise<Client> {
    return this.change(command, (client) => {
      if (client.next_secret === null) throw conflict('There is no second secret to promote; add one first.');
      client.previous_secret = client.secret;
      client.secret = client.next_secret;
      client.next_secret = null;
    });
  }

  /** A leaked secret may have got tokens: `revoke_tokens` ends all tokens of the client. */
  retire({ revoke_tokens, ...command }: RetireSecret): Promise<Client> {
    return this.change(command, async (client) => {
      if (client.previous_secret === null) {
        throw conflict('There is no previous secret to retire; promote the second one first.');
      }
      client.previous_secret = null;
      if (revoke_tokens !== 'true') return;
      client.token_version += 1;
      await this.revocations.revokeClient(client.id, client.token_version);
    });
  }

  /** The secrets travel sealed, as the table holds them. */
  async forSigning(id: string): Promise<SigningSecrets> {
    const client = await this.store.find(id);
    if (!client) throw clientNotFound();
    return { sealed: sealedSecretsOf(client) };
  }

  private change({ id, by }: ClientCommand, act: (client: ClientEntity) => Promise<void> | void): Promise<Client> {
    return this.transactions.run(async () => {
      const client = await this.store.lock(id);
      if (!client) throw clientNotFound();
      await this.granting.demandChangeable(by, client);
      await act(client);
      await this.transactions.of(ClientEntity).save(client);
      await this.outbox.add(clientSecretsChanged, { client_id: id });
      afterCommit(() => {
        this.known.forget(id);
      });
      return toClient(client);
    });
  }
}

function conflict(detail: string): Problem {
  return new Problem('secret-conflict', detail);
}
