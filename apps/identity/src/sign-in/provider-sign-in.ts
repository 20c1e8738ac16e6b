import { Injectable, Logger } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { GrantsService } from '../grants/grants.service.js';
import { OperatorConnectionsService } from '../operators/operator-connections.service.js';
import { outcomeAddress, providerOutcomes, type ProviderOutcome } from '../pages/sign-in-address.js';
import { ProvidersService, type Audience, type OfferedProvider } from '../providers/providers.service.js';
import { AccountsService } from '../tokens/accounts.service.js';
import { ProviderCodes, ProviderFault, type AtProvider } from '../tokens/providers/provider-codes.js';
import type { Visit } from './visit.js';

/** Buttons of providers have this before the name. */
export const atProvider = 'provider:';

/**
 * Sends the browser to a configured provider with a request for a code, and takes it back with the code. The sign-in
 * that is under way keeps state, nonce and PKCE verifier, so they belong to this browser, and are gone once the browser
 * is back.
 */
@Injectable()
export class ProviderSignIn {
  private readonly logger = new Logger('ProviderSignIn');

  constructor(
    private readonly providers: ProvidersService,
    private readonly codes: ProviderCodes,
    private readonly accounts: AccountsService,
    private readonly grants: GrantsService,
    private readonly operators: OperatorConnectionsService,
  ) {}

  offered(visit: Visit): Promise<string[]> {
    return this.providers.offered(audienceOf(visit));
  }

  /** The outcome that the address names, if it is one of a provider that the page offers. */
  async outcomeIn(visit: Visit): Promise<{ provider: string; outcome: ProviderOutcome } | undefined> {
    const { provider = '', outcome } = visit.request.query as Record<string, string>;
    const known = providerOutcomes.find((each) => each === outcome);
    if (known === undefined || visit.interaction.prompt.name === 'consent') return undefined;
    return (await this.offered(visit)).includes(provider) ? { provider, outcome: known } : undefined;
  }

  async begin(visit: Visit, name: string): Promise<void> {
    const provider = await this.providers.findOffered(audienceOf(visit), name);
    if (!provider) {
      explain(visit, name, 'refused');
      return;
    }
    try {
      const { address, begun } = await this.codes.begin(provider, visit.interaction.uid);
      await this.keep(visit, { at_provider: begun });
      void visit.reply.header('cache-control', 'no-store').redirect(address, 303);
    } catch (error) {
      this.fail(visit, name, error);
    }
  }

  /** Takes the browser back. Returns the user or operator who signs in, or undefined after it has sent the browser to a page. */
  async end(visit: Visit): Promise<string | undefined> {
    const begun = begunIn(visit);
    await this.keep(visit, {});
    const { provider: name } = begun;
    const { code, iss, error } = visit.request.query as Record<string, unknown>;
    const provider = await this.providers.findOffered(audienceOf(visit), name);
    if (!provider || typeof code !== 'string') {
      explain(visit, name, error === 'access_denied' ? 'cancelled' : 'refused');
      return undefined;
    }
    try {
      const answer = { code, iss: typeof iss === 'string' ? iss : undefined };
      const accountId = await this.accountBy(visit, provider, begun, answer);
      if (accountId === undefined) explain(visit, name, 'unknown');
      return accountId;
    } catch (fault) {
      this.fail(visit, name, fault);
      return undefined;
    }
  }

  private async accountBy(
    visit: Visit,
    provider: OfferedProvider,
    begun: AtProvider,
    answer: { code: string; iss: string | undefined },
  ): Promise<string | undefined> {
    const { use, email, ...connection } = await this.codes.redeem(provider, begun, answer);
    await this.grants.useOnce(use);
    if (!visit.operators) return this.accounts.connected(connection);
    return this.operators.signIn({ issuer: provider.issuer, subject: connection.owner_id, email });
  }

  /** People see a page; the operator finds the reason in the log. */
  private fail(visit: Visit, name: string, error: unknown): void {
    const usedTwice = error instanceof errors.InvalidRequest;
    if (!usedTwice && !(error instanceof ProviderFault)) throw error;
    this.logger.warn({ err: error, provider: name }, 'a sign-in through a provider failed');
    explain(visit, name, usedTwice ? 'refused' : error.kind);
  }

  private keep({ provider, request, reply }: Visit, result: { at_provider?: AtProvider }): Promise<string> {
    return provider.interactionResult(request.raw, reply.raw, result);
  }
}

function audienceOf({ operators }: Visit): Audience {
  return operators ? 'operators' : 'users';
}

/** Refuses an address without the state of the sign-in that this browser began. */
function begunIn({ request, interaction }: Visit): AtProvider {
  const begun = interaction.result?.['at_provider'] as AtProvider | undefined;
  const { state } = request.query as { state?: unknown };
  if (interaction.prompt.name !== 'login' || begun === undefined || begun.state !== state) {
    throw new errors.SessionNotFound('the browser comes back from another sign-in');
  }
  return begun;
}

/** Shows the outcome on the sign-in page, whose address holds no code: loading it again does nothing. */
function explain({ reply, interaction }: Visit, provider: string, outcome: ProviderOutcome): void {
  void reply.header('cache-control', 'no-store').redirect(outcomeAddress(interaction.uid, provider, outcome), 303);
}
