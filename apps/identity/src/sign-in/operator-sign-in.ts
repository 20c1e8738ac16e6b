import { Injectable } from '@nestjs/common';
import { errors, type InteractionResults } from 'oidc-provider';
import { GrantsService } from '../grants/grants.service.js';
import { FactorsService } from '../operators/factors/factors.service.js';
import { PasskeysService } from '../operators/factors/passkeys.service.js';
import { OperatorSignInsService } from '../operators/operator-sign-ins.service.js';
import { sendPage } from '../pages/send-page.js';
import { longestUsername, signInPath } from '../pages/sign-in-address.js';
import { SignInPages, type SignInFault } from '../pages/sign-in-pages.js';
import { KnownBrowsers } from './known-browsers.js';
import { atProvider, ProviderSignIn } from './provider-sign-in.js';
import { addressOf, faultOf, formOf, markFault, refusedByUser, type Visit } from './visit.js';

/** How long a passkey may take to sign a challenge. */
const challengeSeconds = 300;

/** An operator who has given the first factor. The sign-in that is under way keeps it, so the browser cannot change it. */
interface Half {
  id: string;
  amr: string[];
  /** A passkey must sign this. Each page has a new one. */
  challenge?: { value: string; until: number };
}

/** The page on which operators sign in. Their accounts are apart from those of users, and nobody registers here. */
@Injectable()
export class OperatorSignIn {
  constructor(
    private readonly operators: OperatorSignInsService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly grants: GrantsService,
    private readonly browsers: KnownBrowsers,
    private readonly providers: ProviderSignIn,
    private readonly pages: SignInPages,
  ) {}

  /** The address may name the outcome of an attempt through a provider. */
  async showAnew(visit: Visit): Promise<void> {
    const { reply, locale } = visit;
    const told = halfIn(visit) ? undefined : await this.providers.outcomeIn(visit);
    if (told?.outcome === 'unknown')
      sendPage(reply.status(403), locale, this.pages.unknownOperator(locale, told.provider));
    else if (told) await this.refuse(visit, '', { kind: told.outcome, provider: told.provider });
    else await this.show(visit);
  }

  async show(visit: Visit, username = '', fault?: SignInFault): Promise<void> {
    const half = halfIn(visit);
    if (half) {
      await this.askFactor(visit, half, fault);
      return;
    }
    const { reply, locale, client } = visit;
    const providers = await this.providers.offered(visit);
    sendPage(reply, locale, this.pages.signIn(locale, { client, registers: false, username, providers, fault }));
  }

  /** Returns the end of the sign-in, or undefined after it has shown a page. */
  async submit(visit: Visit): Promise<InteractionResults | undefined> {
    const form = formOf(visit.request);
    if (form.get('action') === 'cancel') return refusedByUser;
    const half = halfIn(visit);
    if (half) return this.takeFactor(visit, half, form);
    const action = form.get('action') ?? '';
    if (action.startsWith(atProvider)) {
      await this.providers.begin(visit, action.slice(atProvider.length));
      return undefined;
    }
    const username = form.get('username') ?? '';
    const id = await this.check(visit, username, form.get('password') ?? '');
    return id === undefined ? undefined : this.goOn(visit, { id, amr: ['pwd'] });
  }

  /** Takes a browser back from a provider, which stands in the place of the password. */
  async end(visit: Visit): Promise<InteractionResults | undefined> {
    const id = await this.providers.end(visit);
    if (id === undefined) return undefined;
    const half: Half = { id, amr: [] };
    if (!(await this.factors.hasAny(id))) return loginOf(half);
    await this.keep(visit, half);
    // This address holds the provider's code, and takes no forms.
    void visit.reply.header('cache-control', 'no-store').redirect(`${signInPath}/${visit.interaction.uid}`, 303);
    return undefined;
  }

  /** After the first factor. */
  private async goOn(visit: Visit, half: Half): Promise<InteractionResults | undefined> {
    if (!(await this.factors.hasAny(half.id))) return loginOf(half);
    await this.askFactor(visit, half);
    return undefined;
  }

  private async check(visit: Visit, username: string, password: string): Promise<string | undefined> {
    const { cookie } = visit.request.headers;
    const known = `operator ${username}`;
    try {
      const asker = { address: addressOf(visit.request), browser: this.browsers.browserId(cookie, known) };
      const operatorId = await this.operators.byPassword(username, password, asker);
      if (operatorId === undefined) await this.refuse(visit, username, { kind: 'wrong_operator' });
      else void visit.reply.header('set-cookie', this.browsers.cookieFor(cookie, known));
      return operatorId;
    } catch (error) {
      await this.refuse(visit, username, faultOf(error));
      return undefined;
    }
  }

  private async takeFactor(visit: Visit, half: Half, form: URLSearchParams): Promise<InteractionResults | undefined> {
    const passkey = form.get('passkey') ?? '';
    try {
      if (passkey !== '') {
        if (await this.isSigned(half, passkey)) return loginOf(half, 'pop');
        await this.refuse(visit, '', { kind: 'wrong_passkey' });
        return undefined;
      }
      const asker = { address: addressOf(visit.request) };
      if (await this.factors.useCode(half.id, form.get('code') ?? '', asker)) return loginOf(half, 'otp');
      await this.refuse(visit, '', { kind: 'wrong_code' });
    } catch (error) {
      await this.refuse(visit, '', faultOf(error));
    }
    return undefined;
  }

  private async isSigned({ id, challenge }: Half, passkey: string): Promise<boolean> {
    const response = objectIn(passkey);
    if (!response || !challenge || challenge.until < Date.now()) return false;
    try {
      await this.grants.useOnce({ token: challenge.value, seconds: challengeSeconds });
    } catch (error) {
      if (error instanceof errors.InvalidRequest) return false;
      throw error;
    }
    return this.passkeys.use(id, response, challenge.value);
  }

  private async askFactor(visit: Visit, { id, amr }: Half, fault?: SignInFault): Promise<void> {
    const { reply, locale } = visit;
    const asked = await this.passkeys.ask(id);
    const challenge = asked && { value: asked.challenge, until: Date.now() + challengeSeconds * 1_000 };
    await this.keep(visit, { id, amr, ...(challenge ? { challenge } : {}) });
    sendPage(reply, locale, this.pages.secondFactor(locale, asked?.options, fault));
  }

  private keep({ provider, request, reply }: Visit, half: Half): Promise<string> {
    return provider.interactionResult(request.raw, reply.raw, { half_signed_in: half });
  }

  private async refuse(visit: Visit, username: string, fault: SignInFault): Promise<void> {
    markFault(visit, fault);
    await this.show(visit, username.slice(0, longestUsername), fault);
  }
}

/** The operator of the first factor, while the second one is missing. */
function halfIn({ interaction }: Visit): Half | undefined {
  return interaction.result?.['half_signed_in'] as Half | undefined;
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function loginOf({ id: accountId, amr }: Half, second?: string): InteractionResults {
  const methods = second === undefined ? amr : [...amr, second, 'mfa'];
  return { login: { accountId, ...(methods.length > 0 ? { amr: methods } : {}), remember: false } };
}
