import { clientSecretsChanged, type SigningSecrets } from '@ces/contracts/identity/client-secrets';
import type { Client, NewSecret, RetireSecret } from '@ces/contracts/identity/clients';
import { Problem } from '@ces/contracts/problems';
import { Outbox } from '@ces/messaging/facts/outbox';
import { afterCommit, Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { RevocationsService } from '../revocations/revocations.service.js';
import { Sealer } from '../sealing/sealer.js';
import { StoredClient } from './client.entity.js';
import { KnownClients } from './known-clients.js';
import { clientIdPattern, clientNotFound, lockClient, toClient } from './stored-clients.js';

export function newSecret(): string {
  return `cs_${randomBytes(32).toString('base64url')}`;
}

/** Rotation without a pause: add a second secret, let all users of the first learn it, promote it, retire the first. */
@Injectable()
export class ClientSecretsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sealer: Sealer,
    private readonly known: KnownClients,
    private readonly revocations: RevocationsService,
    private readonly outbox: Outbox,
  ) {}

  async add(id: string): Promise<NewSecret> {
    const secret = newSecret();
    await this.change(id, (client) => {
      if (client.next_secret !== null || client.previous_secret !== null) {
        throw conflict('The client has two secrets already; retire the previous one first.');
      }
      client.next_secret = this.sealer.seal(secret, client.id);
    });
    return { secret };
  }

  promote(id: string): Promise<Client> {
    return this.change(id, (client) => {
      if (client.next_secret === null) throw conflict('There is no second secret to promote; add one first.');
      client.previous_secret = client.secret;
      client.secret = client.next_secret;
      client.next_secret = null;
    });
  }

  /** A secret that has leaked has tokens, too: with `revoke_tokens` all of the client's end, and it gets new ones with the other. */
  retire({ id, revoke_tokens }: RetireSecret): Promise<Client> {
    return this.change(id, async (client) => {
      if (client.previous_secret === null) {
        throw conflict('There is no previous secret to retire; promote the second one first.');
      }
      client.previous_secret = null;
      if (revoke_tokens !== 'true') return;
      client.token_version += 1;
      await this.revocations.revokeClient(id, client.token_version);
    });
  }

  /** Still sealed: they travel as they lie in the table. */
  async forSigning(id: string): Promise<SigningSecrets> {
    const client = clientIdPattern.test(id) ? await this.database.manager.findOneBy(StoredClient, { id }) : null;
    if (!client) throw clientNotFound();
    const { secret, next_secret, previous_secret } = client;
    return { sealed: [secret, next_secret, previous_secret].filter((each) => each !== null) };
  }

  private change(id: string, act: (client: StoredClient, tx: EntityManager) => Promise<void> | void): Promise<Client> {
    return this.transactions.run(async (tx) => {
      const client = await lockClient(tx, id);
      await act(client, tx);
      await tx.save(client);
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
