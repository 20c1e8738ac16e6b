import { Injectable, Logger } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { GrantsService } from '../grants/grants.service.js';
import { outcomeAddress, type ProviderOutcome } from '../pages/sign-in-address.js';
import { ProvidersService, type OfferedProvider } from '../providers/providers.service.js';
import { AccountsService } from '../tokens/accounts.service.js';
import { ProviderCodes, ProviderFault, type AtProvider } from '../tokens/providers/provider-codes.js';
import type { Visit } from './visit.js';

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
  ) {}

  offered(): Promise<string[]> {
    return this.providers.offered();
  }

  async begin(visit: Visit, name: string): Promise<void> {
    const provider = await this.providers.findOffered(name);
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

  /** Takes the browser back. Returns the user who signs in, or undefined after it has sent the browser to a page. */
  async end(visit: Visit): Promise<string | undefined> {
    const begun = begunIn(visit);
    await this.keep(visit, {});
    const { provider: name } = begun;
    const { code, iss, error } = visit.request.query as Record<string, unknown>;
    const provider = await this.providers.findOffered(name);
    if (!provider || typeof code !== 'string') {
      explain(visit, name, error === 'access_denied' ? 'cancelled' : 'refused');
      return undefined;
    }
    try {
      const userId = await this.userBy(provider, begun, { code, iss: typeof iss === 'string' ? iss : undefined });
      if (userId === undefined) explain(visit, name, 'unknown');
      return userId;
    } catch (fault) {
      this.fail(visit, name, fault);
      return undefined;
    }
  }

  private async userBy(
    provider: OfferedProvider,
    begun: AtProvider,
    answer: { code: string; iss: string | undefined },
  ): Promise<string | undefined> {
    const { use, ...connection } = await this.codes.redeem(provider, begun, answer);
    await this.grants.useOnce(use);
    return this.accounts.connected(connection);
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
