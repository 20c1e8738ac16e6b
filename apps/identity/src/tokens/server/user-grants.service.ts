import { Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isOperatorId } from '@ces/contracts/identity/operators/roles';
import { GrantsService } from '../../grants/grants.service.js';
import { IdentityConfig } from '../../identity.config.js';
import { lifetimes } from '../../keys/token-lifetimes.js';
import { apiOf } from '../protocol/api.js';
import { extrasOf } from '../protocol/client-metadata.js';
import { addScopes, grantEnd, scopesIn } from '../protocol/scopes.js';

type Grant = InstanceType<Provider['Grant']>;

interface Parties {
  accountId: string;
  clientId: string;
}

/** A grant that ends sooner is not used: its code could not be redeemed. */
const leastSeconds = 2 * lifetimes.AuthorizationCode;

/** The grants of users to clients in their browsers: one per session and client. */
@Injectable()
export class UserGrantsService {
  private readonly api: string;

  constructor(
    config: IdentityConfig,
    private readonly grants: GrantsService,
  ) {
    this.api = apiOf(config.PUBLIC_URL);
  }

  /** A first-party client gets what it asks for without consent. Other clients have what the user allowed in this session. */
  async load(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
    const { provider, client, session, account, result, params } = ctx.oidc;
    if (!client || !account) return undefined;
    const parties = { accountId: account.accountId, clientId: client.clientId };
    // Each sign-in of an operator has its full time, and ends alone.
    const begun = isOperatorId(account.accountId) && result?.login ? undefined : session?.grantIdFor(client.clientId);
    const grantId = result?.consent?.grantId ?? begun;
    if (extrasOf(ctx).ces_first_party) return this.allow(provider, grantId, parties, scopesIn(params?.['scope']));
    return this.find(provider, grantId, parties);
  }

  /** The grant with these scopes added; a new grant when there is none or it has ended. */
  async allow(provider: Provider, grantId: string | undefined, parties: Parties, scopes: string[]): Promise<Grant> {
    const known = await this.find(provider, grantId, parties);
    if (known && (await this.widen(known, scopes))) return known;
    const grant = new provider.Grant(parties);
    addScopes(grant, this.api, scopes);
    grant.exp = endFor(parties.accountId, grantEnd(scopes, lifetimes.Session));
    await grant.save();
    return grant;
  }

  private async find(
    provider: Provider,
    grantId: string | undefined,
    { accountId }: Parties,
  ): Promise<Grant | undefined> {
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    return known?.accountId === accountId && known.remainingTTL > leastSeconds ? known : undefined;
  }

  private async widen(grant: Grant, scopes: string[]): Promise<boolean> {
    const granted = scopesIn(grant.getResourceScope(this.api));
    const added = scopes.filter((scope) => !granted.includes(scope));
    if (added.length === 0) return true;
    addScopes(grant, this.api, added);
    if (added.includes('offline_access')) grant.exp = endFor(grant.accountId, grantEnd(added, 0));
    const { openid, resources, exp } = grant;
    return this.grants.widen(grant.jti, { openid, resources, exp }, grant.remainingTTL);
  }
}

/** The second at which a grant ends. Operators sign in anew as often on the command line as in the console. */
function endFor(accountId: string | undefined, end: number): number {
  return accountId !== undefined && isOperatorId(accountId) ? Math.min(end, grantEnd([], lifetimes.Session)) : end;
}
