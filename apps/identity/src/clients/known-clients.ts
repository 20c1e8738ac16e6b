import type { Scope } from '@ces/contracts/identity/clients';
import { Injectable } from '@nestjs/common';
import { consoleClientId } from '@ces/contracts/identity/operators/sessions';
import { LRUCache } from 'lru-cache';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Sealer } from '../sealing/sealer.js';
import { clientIdPattern } from './client-id.js';
import { ClientStore } from './client.store.js';
import { IdentityConfig } from '../identity.config.js';
import { sealedSecretsOf } from './to-client.js';

/** A client as token requests see it. Scopes and version are of one moment: no token joins old scopes to a new version. */
export interface KnownClient {
  id: string;
  name: string;
  first_party: boolean;
  public: boolean;
  /** Operators sign in to it, and no users. */
  operators: boolean;
  redirect_uris: string[];
  scopes: Scope[];
  version: number;
  /** All secrets that are accepted; none for a public client. The first one signs. */
  secrets: string[];
}

/** How long a replica may miss a change by another replica. Its tokens carry the old version meanwhile, so they are revoked. */
const cacheMs = 2_000;

/** A short cache of clients: every token request needs one. */
@Injectable()
export class KnownClients {
  private readonly cache = new LRUCache<string, KnownClient>({
    max: 10_000,
    ttl: cacheMs,
    fetchMethod: (id) => this.load(id),
  });

  constructor(
    private readonly store: ClientStore,
    private readonly sealer: Sealer,
    private readonly config: IdentityConfig,
  ) {}

  async find(id: string): Promise<KnownClient | undefined> {
    if (id === consoleClientId) return consoleAt(this.config.PUBLIC_URL);
    return clientIdPattern.test(id) ? this.cache.fetch(id) : undefined;
  }

  forget(id: string): void {
    this.cache.delete(id);
  }

  private async load(id: string): Promise<KnownClient | undefined> {
    const client = await this.store.findForCache(id);
    if (!client) return undefined;
    const secrets = sealedSecretsOf(client).map((each) => this.sealer.open(each, id));
    const { name, first_party, redirect_uris, scopes, token_version: version } = client;
    return { id, name, first_party, public: client.public, operators: false, redirect_uris, scopes, version, secrets };
  }
}

/** The path at which the console gets its code. */
export const consoleCallbackPath = '/console/signed-in';

/** Our own client: it needs no row, and nobody can change or delete it. */
function consoleAt(publicUrl: string): KnownClient {
  return {
    ...{ id: consoleClientId, name: 'Console', first_party: true, public: true, operators: true },
    ...{ redirect_uris: [`${publicUrl}${consoleCallbackPath}`], scopes: ['openid'], version: 0, secrets: [] },
  };
}

/** Takes the same time for every secret, and however much of it is right. */
export function hasSecret(client: KnownClient, given: string): boolean {
  const digest = sha256(given);
  return client.secrets.map((each) => timingSafeEqual(sha256(each), digest)).includes(true);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
