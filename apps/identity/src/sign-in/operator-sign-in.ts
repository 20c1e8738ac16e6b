import { Injectable } from '@nestjs/common';
import type { InteractionResults } from 'oidc-provider';
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
    private readonly browsers: KnownBrowsers,
    private readonly pages: SignInPages,
  ) {}

  show({ reply, locale, client }: Visit, username = '', fault?: SignInFault): void {
    sendPage(reply, locale, this.pages.signIn(locale, { client, registers: false, username, fault }));
  }

  /** Returns the end of the sign-in, or undefined after it has shown a page. */
  async submit(visit: Visit): Promise<InteractionResults | undefined> {
    const form = formOf(visit.request);
    if (form.get('action') === 'cancel') return refusedByUser;
    const username = form.get('username') ?? '';
    const accountId = await this.check(visit, username, form.get('password') ?? '');
    return accountId === undefined ? undefined : { login: { accountId, amr: ['pwd'], remember: false } };
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

  private refuse(visit: Visit, username: string, fault: SignInFault): void {
    markFault(visit, fault);
    this.show(visit, username.slice(0, longestUsername), fault);
  }
}
