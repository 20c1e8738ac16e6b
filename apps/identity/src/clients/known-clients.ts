import type { Scope } from '@ces/contracts/identity/tokens/scopes';
import { Injectable } from '@nestjs/common';
import { cliClientId, consoleClientId } from '@ces/contracts/identity/operators/sessions';
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

  private readonly own: KnownClient[];

  constructor(
    private readonly store: ClientStore,
    private readonly sealer: Sealer,
    { PUBLIC_URL }: IdentityConfig,
  ) {
    this.own = ownClients(PUBLIC_URL);
  }

  async find(id: string): Promise<KnownClient | undefined> {
    const own = this.own.find((client) => client.id === id);
    if (own) return own;
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

/** Our own clients: they need no row, and nobody can change or delete them. */
function ownClients(publicUrl: string): KnownClient[] {
  const common = { first_party: true, public: true, operators: true, version: 0, secrets: [] };
  return [
    {
      ...{ ...common, id: consoleClientId, name: 'Console', scopes: ['openid'] },
      redirect_uris: [`${publicUrl}${consoleCallbackPath}`],
    },
    {
      ...{ ...common, id: cliClientId, name: 'ces, the command line', scopes: ['openid', 'offline_access'] },
      redirect_uris: ['http://127.0.0.1/', 'http://[::1]/'],
    },
  ];
}

/** Takes the same time for every secret, and however much of it is right. */
export function hasSecret(client: KnownClient, given: string): boolean {
  const digest = sha256(given);
  return client.secrets.map((each) => timingSafeEqual(sha256(each), digest)).includes(true);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
