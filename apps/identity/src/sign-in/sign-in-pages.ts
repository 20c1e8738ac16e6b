import type { Locale } from '@ces/contracts/locale';
import { isOutage } from '@ces/messaging/facts/settle';
import { firstKnown, localeFromHeader } from '@ces/service/http/accept-language';
import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { wordsIn, type Plain } from './page-words.js';

export const signInPath = '/oauth2/sign-in';
export const longestUsername = 320;

/** The name that a client passes on travels in the address: it is not kept, because nobody could say when to erase it. */
export function signInAddress(uid: string, hint: unknown): string {
  if (typeof hint !== 'string') return `${signInPath}/${uid}`;
  return `${signInPath}/${uid}?${new URLSearchParams({ login_hint: hint.slice(0, longestUsername) }).toString()}`;
}

export type SignInFault = { kind: 'wrong' } | { kind: 'throttled'; seconds: number } | { kind: 'busy' };

interface SignIn {
  client: string;
  username: string;
  fault?: SignInFault | undefined;
}

const style = readFileSync(resolve(import.meta.dirname, 'sign-in.css'), 'utf8');

/** The few pages that people see on their way to a token. No scripts, no pictures, nothing from elsewhere. */
@Injectable()
export class SignInPages {
  signIn(locale: Locale, { client, username, fault }: SignIn): string {
    const { sign_in: words, faults } = wordsIn(locale);
    const invalid = fault?.kind === 'wrong' ? ' aria-invalid="true" aria-describedby="fault"' : '';
    const focus = (here: boolean) => (here ? ' autofocus' : '');
    return page(
      locale,
      fault ? `${faults.heading}: ${words.title}` : words.title,
      `<h1>${words.title}</h1>
<p class="quiet">${filled(words.lead, { client })}</p>
${fault ? `<p class="fault" id="fault" role="alert">${faultText(locale, fault)}</p>` : ''}
<form method="post">
<label for="username">${words.username}</label>
<input id="username" name="username" type="text" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${longestUsername}" required value="${escape(username)}"${invalid}${focus(username === '')}>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${invalid}${focus(username !== '')}>
<button name="action" value="sign-in">${words.button}</button>
<button name="action" value="cancel" class="second" formnovalidate>${words.cancel}</button>
</form>`,
    );
  }

  consent(locale: Locale, client: string, scopes: string[]): string {
    const words = wordsIn(locale).consent;
    const meanings: Partial<Record<string, string>> = wordsIn(locale).scopes;
    const wishes = scopes.map((scope) => `<li>${escape(meanings[scope] ?? scope)}</li>`).join('\n');
    return page(
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

  /** `form` is the library's: it carries what protects it from being sent by others. */
  askToSignOut(ctx: KoaContextWithOIDC, form: string): void {
    const locale = localeOf(ctx);
    const { sign_out: words } = wordsIn(locale);
    const client = ctx.oidc.client?.clientName;
    const lead = client === undefined ? words.lead : filled(words.lead_of_client, { client });
    const buttons = `<button name="logout" value="yes">${words.button}</button>
<button class="second">${words.cancel}</button>`;
    show(ctx, locale, { title: words.title, lead }, form.replace('</form>', `\n${buttons}\n</form>`));
  }

  signedOut(ctx: KoaContextWithOIDC): void {
    const locale = localeOf(ctx);
    show(ctx, locale, wordsIn(locale).signed_out);
  }

  /** The library's page with a form that sends itself, or by a button where there are no scripts. */
  onwards(ctx: KoaContextWithOIDC, page: string): void {
    const locale = localeOf(ctx);
    const words = wordsIn(locale).onwards;
    const [script = ''] = /<script>.*?<\/script>/s.exec(page) ?? [];
    const [form = ''] = /<form .*?<\/form>/s.exec(page) ?? [];
    const button = `<noscript><button autofocus>${words.button}</button></noscript>`;
    show(ctx, locale, words, form.replace(/<noscript>.*<\/noscript>/s, button) + script);
  }

  fault(ctx: KoaContextWithOIDC, error: unknown): void {
    const locale = localeOf(ctx);
    const { expired, broken, unavailable } = wordsIn(locale);
    if (isOutage(error)) show(ctx, locale, unavailable);
    else if (error instanceof errors.SessionNotFound) show(ctx, locale, expired);
    else show(ctx, locale, broken, small(detailOf(error)));
  }

  /** `detail` is in OAuth's own words, for those who build the client. */
  refused(locale: Locale, detail: string): string {
    return plain(locale, wordsIn(locale).broken, small(detail));
  }

  expired(locale: Locale): string {
    return plain(locale, wordsIn(locale).expired);
  }

  unavailable(locale: Locale): string {
    return plain(locale, wordsIn(locale).unavailable);
  }
}

/** `ui_locales` is a list of language tags, best first. */
export function pageLocale(uiLocales: unknown, acceptLanguage: string | undefined): Locale {
  const tags =
    typeof uiLocales === 'string' ? uiLocales.toLowerCase().replaceAll('_', '-').split(' ').slice(0, 20) : [];
  return firstKnown(tags) ?? localeFromHeader(acceptLanguage);
}

function localeOf(ctx: KoaContextWithOIDC): Locale {
  return pageLocale(ctx.oidc.params?.['ui_locales'] ?? ctx.query['ui_locales'], ctx.get('accept-language'));
}

/** The token endpoint speaks JSON, whatever a client says it would like. */
export function wantsPage(ctx: KoaContextWithOIDC): boolean {
  return ctx.oidc.route !== 'token' && ctx.accepts('json', 'html') === 'html';
}

function show(ctx: KoaContextWithOIDC, locale: Locale, words: Plain, more = ''): void {
  ctx.type = 'html';
  ctx.set('content-language', locale.replace('_', '-'));
  ctx.body = plain(locale, words, more);
}

function plain(locale: Locale, { title, lead }: Plain, more = ''): string {
  return page(locale, title, `<h1>${title}</h1>\n<p>${lead}</p>\n${more}`);
}

function page(locale: Locale, title: string, content: string): string {
  return `<!doctype html>
<html lang="${locale.replace('_', '-')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function faultText(locale: Locale, fault: SignInFault): string {
  const text = wordsIn(locale).faults[fault.kind];
  return fault.kind === 'throttled' ? filled(text, { wait: duration(locale, fault.seconds) }) : text;
}

function duration(locale: Locale, seconds: number): string {
  const [amount, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale.replace('_', '-'), { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

function small(detail: string): string {
  return `<p><small>${escape(detail)}</small></p>`;
}

/** For whoever builds the client: OAuth's own words. */
function detailOf(error: unknown): string {
  if (!(error instanceof errors.OIDCProviderError) || !error.expose) return 'server_error';
  return [error.error, error.error_description].filter((part) => part).join(': ');
}

function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => escape(values[name] ?? ''));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
