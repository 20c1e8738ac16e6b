import type { Locale } from '@ces/contracts/locale';
import { Injectable } from '@nestjs/common';
import { escape, filled, small, PageFrame } from './html.js';
import { wordsIn } from './page-words.js';
import { passkeyScriptPath } from './passkey-script.js';
import { longestUsername } from './sign-in-address.js';

export type SignInFault =
  | { kind: 'wrong' | 'wrong_operator' | 'wrong_code' | 'wrong_passkey' }
  | { kind: 'throttled'; seconds: number }
  | { kind: 'busy' }
  | { kind: 'cancelled' | 'refused' | 'away'; provider: string };

interface SignIn {
  client: string;
  registers: boolean;
  /** The address of the page for a forgotten password; undefined where none is offered. */
  forgotten?: string;
  username: string;
  providers?: readonly string[];
  fault?: SignInFault | undefined;
}

/** Pages on the way to a token. Only that of the second factor has a script, and nothing is from other sites except the logo. */
@Injectable()
export class SignInPages {
  constructor(private readonly frame: PageFrame) {}

  signIn(locale: Locale, { client, registers, forgotten, username, providers = [], fault }: SignIn): string {
    const {
      sign_in: words,
      forgotten: { link },
      faults,
    } = wordsIn(locale);
    const invalid =
      fault?.kind === 'wrong' || fault?.kind === 'wrong_operator'
        ? ' aria-invalid="true" aria-describedby="fault"'
        : '';
    const [atName, atPassword] = username === '' ? [' autofocus', ''] : ['', ' autofocus'];
    return this.frame.page(
      locale,
      fault ? `${faults.heading}: ${words.title}` : words.title,
      `<h1>${words.title}</h1>
<p class="quiet">${filled(words.lead, { client })}</p>
${fault ? `<p class="fault" id="fault" role="alert">${faultText(locale, fault)}</p>` : ''}
<form method="post">
<label for="username">${words.username}</label>
<input id="username" name="username" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${longestUsername}" required value="${escape(username)}"${invalid}${atName}>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${invalid}${atPassword}>
<button name="action" value="sign-in">${words.button}</button>
<button name="action" value="cancel" class="second" formnovalidate>${words.cancel}</button>
${registers ? `<button name="action" value="create" class="second" formnovalidate>${words.create}</button>\n` : ''}</form>
${offer(locale, providers)}${forgotten === undefined ? '' : `<p class="way"><a href="${escape(forgotten)}">${link}</a></p>`}`,
    );
  }

  /** Asks for the second factor, after the first was right. `passkey` is what a browser asks a device for. */
  secondFactor(locale: Locale, passkey?: object, fault?: SignInFault): string {
    const { second_factor: words, sign_in, faults } = wordsIn(locale);
    const invalid = fault?.kind === 'wrong_code' ? ' aria-invalid="true" aria-describedby="fault"' : '';
    return this.frame.page(
      locale,
      fault ? `${faults.heading}: ${words.title}` : words.title,
      `<h1>${words.title}</h1>
<p class="quiet">${passkey ? words.lead_passkey : words.lead}</p>
${fault ? `<p class="fault" id="fault" role="alert">${faultText(locale, fault)}</p>` : ''}
${passkey ? passkeyForm(locale, passkey) : ''}<form method="post">
<label for="code">${words.code}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="30" required${invalid} autofocus>
<button name="action" value="sign-in">${sign_in.button}</button>
<button name="action" value="cancel" class="second" formnovalidate>${sign_in.cancel}</button>
</form>${passkey ? `\n<script src="${passkeyScriptPath}" defer></script>` : ''}`,
    );
  }

  /** Shown to a person who has an account at the provider and none here. */
  unknown(locale: Locale, { provider, registers }: Pick<SignIn, 'registers'> & { provider: string }): string {
    const { unknown: words } = wordsIn(locale);
    const form = `<form method="post">
<button name="action" value="create">${words.create}</button>
</form>
`;
    const back = `<p class="way"><a href="?">${words.back}</a></p>`;
    const [lead, content] = registers ? [words.lead, `${form}${back}`] : [words.lead_sign_in, back];
    return this.frame.plain(locale, { title: words.title, lead: filled(lead, { provider }) }, content);
  }

  /** Shown to a person with an account at the company's provider who is no operator here, or a blocked one. */
  unknownOperator(locale: Locale, provider: string): string {
    const { unknown_operator: words, unknown } = wordsIn(locale);
    const plain = { title: words.title, lead: filled(words.lead, { provider }) };
    return this.frame.plain(locale, plain, `<p class="way"><a href="?">${unknown.back}</a></p>`);
  }

  consent(locale: Locale, client: string, scopes: string[]): string {
    const words = wordsIn(locale).consent;
    const meanings: Partial<Record<string, string>> = wordsIn(locale).scopes;
    const wishes = scopes.map((scope) => `<li>${escape(meanings[scope] ?? scope)}</li>`).join('\n');
    return this.frame.page(
      locale,
      words.title,
      `<h1>${words.title}</h1>
<p>${filled(words.lead, { client })}</p>
<ul>
${wishes}
</ul>
<form method="post">
<button name="action" value="allow">${words.allow}</button>
<button name="action" value="cancel" class="second">${words.deny}</button>
</form>`,
    );
  }

  /** `detail` is OAuth's own error, for developers of the client. */
  refused(locale: Locale, detail: string): string {
    return this.frame.plain(locale, wordsIn(locale).broken, small(detail));
  }

  expired(locale: Locale): string {
    return this.frame.plain(locale, wordsIn(locale).expired);
  }

  unavailable(locale: Locale): string {
    return this.frame.plain(locale, wordsIn(locale).unavailable);
  }
}

export function faultText(locale: Locale, fault: SignInFault): string {
  const text = wordsIn(locale).faults[fault.kind];
  if ('provider' in fault) return filled(text, { provider: fault.provider });
  return fault.kind === 'throttled' ? filled(text, { wait: duration(locale, fault.seconds) }) : text;
}

function offer(locale: Locale, providers: readonly string[]): string {
  if (providers.length === 0) return '';
  const { sign_in: words } = wordsIn(locale);
  const buttons = providers.map(
    (provider) =>
      `<button name="action" value="provider:${escape(provider)}" class="second">${filled(words.with_provider, { provider })}</button>`,
  );
  return `<p class="or">${words.or}</p>\n<form method="post">\n${buttons.join('\n')}\n</form>\n`;
}

/** The script shows the form where the browser knows passkeys. */
function passkeyForm(locale: Locale, options: object): string {
  const { second_factor: words, sign_in, faults } = wordsIn(locale);
  return `<p class="fault" id="passkey-fault" role="alert" hidden>${faults.wrong_passkey}</p>
<form method="post" id="passkey" data-options="${escape(JSON.stringify(options))}" hidden>
<input type="hidden" name="passkey" value="">
<button>${words.passkey}</button>
<p class="or">${sign_in.or}</p>
</form>
`;
}

function duration(locale: Locale, seconds: number): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale.replace('_', '-'), { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
