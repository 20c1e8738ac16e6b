import { Injectable } from '@nestjs/common';
import type { InteractionResults } from 'oidc-provider';
import { FactorsService } from '../operators/factors/factors.service.js';
import { OperatorSignInsService } from '../operators/operator-sign-ins.service.js';
import { sendPage } from '../pages/send-page.js';
import { longestUsername } from '../pages/sign-in-address.js';
import { SignInPages, type SignInFault } from '../pages/sign-in-pages.js';
import { KnownBrowsers } from './known-browsers.js';
import { addressOf, faultOf, formOf, markFault, refusedByUser, type Visit } from './visit.js';

/** The page on which operators sign in. Their accounts are apart from those of users, and nobody registers here. */
@Injectable()
export class OperatorSignIn {
  constructor(
    private readonly operators: OperatorSignInsService,
    private readonly factors: FactorsService,
    private readonly browsers: KnownBrowsers,
    private readonly pages: SignInPages,
  ) {}

  show(visit: Visit, username = '', fault?: SignInFault): void {
    if (halfSignedIn(visit) !== undefined) {
      this.askCode(visit, fault);
      return;
    }
    const { reply, locale, client } = visit;
    sendPage(reply, locale, this.pages.signIn(locale, { client, registers: false, username, fault }));
  }

  /** Returns the end of the sign-in, or undefined after it has shown a page. */
  async submit(visit: Visit): Promise<InteractionResults | undefined> {
    const form = formOf(visit.request);
    if (form.get('action') === 'cancel') return refusedByUser;
    const half = halfSignedIn(visit);
    if (half !== undefined) return this.takeCode(visit, half, form.get('code') ?? '');
    const username = form.get('username') ?? '';
    const accountId = await this.check(visit, username, form.get('password') ?? '');
    if (accountId === undefined) return undefined;
    if (!(await this.operators.hasSecondFactor(accountId))) return loginOf(accountId, ['pwd']);
    // The sign-in that is under way keeps who has given the password, so the browser cannot change it.
    const { provider, request, reply } = visit;
    await provider.interactionResult(request.raw, reply.raw, { half_signed_in: accountId });
    this.askCode(visit);
    return undefined;
  }

  private async check(visit: Visit, username: string, password: string): Promise<string | undefined> {
    const { cookie } = visit.request.headers;
    const known = `operator ${username}`;
    try {
      const asker = { address: addressOf(visit.request), browser: this.browsers.browserId(cookie, known) };
      const operatorId = await this.operators.byPassword(username, password, asker);
      if (operatorId === undefined) this.refuse(visit, username, { kind: 'wrong_operator' });
      else void visit.reply.header('set-cookie', this.browsers.cookieFor(cookie, known));
      return operatorId;
    } catch (error) {
      this.refuse(visit, username, faultOf(error));
      return undefined;
    }
  }

  private async takeCode(visit: Visit, operatorId: string, code: string): Promise<InteractionResults | undefined> {
    try {
      const right = await this.factors.useCode(operatorId, code, { address: addressOf(visit.request) });
      if (right) return loginOf(operatorId, ['pwd', 'otp', 'mfa']);
      this.refuse(visit, '', { kind: 'wrong_code' });
    } catch (error) {
      this.refuse(visit, '', faultOf(error));
    }
    return undefined;
  }

  private askCode({ reply, locale }: Visit, fault?: SignInFault): void {
    sendPage(reply, locale, this.pages.code(locale, fault));
  }

  private refuse(visit: Visit, username: string, fault: SignInFault): void {
    markFault(visit, fault);
    this.show(visit, username.slice(0, longestUsername), fault);
  }
}

/** The operator whose password was right, while the second factor is missing. */
function halfSignedIn({ interaction }: Visit): string | undefined {
  const half = interaction.result?.['half_signed_in'];
  return typeof half === 'string' ? half : undefined;
}

function loginOf(accountId: string, amr: string[]): InteractionResults {
  return { login: { accountId, amr, remember: false } };
}
