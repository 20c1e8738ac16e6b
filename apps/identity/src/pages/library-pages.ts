import type { Locale } from '@ces/contracts/locale';
import { isOutage } from '@ces/messaging/storage/outage';
import { Injectable } from '@nestjs/common';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { filled, PageFrame, small } from './html.js';
import { localeOf } from './page-locale.js';
import { pageHeaders, policyOf } from './page-policy.js';
import { wordsIn, type Plain } from './page-words.js';

/** Our pages in place of those that oidc-provider would send: sign-out, redirects by form, and errors. */
@Injectable()
export class LibraryPages {
  constructor(private readonly frame: PageFrame) {}

  /** `form` comes from the library and holds a token against forged requests. */
  askToSignOut(ctx: KoaContextWithOIDC, form: string): void {
    const locale = localeOf(ctx);
    const { sign_out: words } = wordsIn(locale);
    const client = ctx.oidc.client?.clientName;
    const lead = client === undefined ? words.lead : filled(words.lead_of_client, { client });
    const buttons = `<button name="logout" value="yes">${words.button}</button>
<button class="second">${words.cancel}</button>`;
    this.show(ctx, locale, { title: words.title, lead }, form.replace('</form>', `\n${buttons}\n</form>`));
  }

  signedOut(ctx: KoaContextWithOIDC): void {
    const locale = localeOf(ctx);
    this.show(ctx, locale, wordsIn(locale).signed_out);
  }

  fault(ctx: KoaContextWithOIDC, error: unknown): void {
    const locale = localeOf(ctx);
    const { expired, broken, refused_address, unavailable } = wordsIn(locale);
    if (isOutage(error)) this.show(ctx, locale, unavailable);
    else if (error instanceof errors.SessionNotFound) this.show(ctx, locale, expired);
    else if (error instanceof errors.InvalidRedirectUri) {
      const lead = filled(refused_address.lead, refusedAddress(ctx));
      this.show(ctx, locale, { title: refused_address.title, lead }, small(detailOf(error)));
    } else this.show(ctx, locale, broken, small(detailOf(error)));
  }

  /** Rewrites the library's page that submits a form, and confines every page to its own scripts and styles. */
  finish(ctx: KoaContextWithOIDC): void {
    if (typeof ctx.body !== 'string' || !ctx.response.is('html')) return;
    if (ctx.body.includes('<title>Submitting Callback</title>')) this.onwards(ctx, ctx.body);
    ctx.set({ ...pageHeaders, 'content-security-policy': policyOf(ctx.body) });
  }

  /** The form submits itself; without scripts it has a button. */
  private onwards(ctx: KoaContextWithOIDC, page: string): void {
    const locale = localeOf(ctx);
    const words = wordsIn(locale).onwards;
    const [script = ''] = /<script>.*?<\/script>/s.exec(page) ?? [];
    const [form = ''] = /<form .*?<\/form>/s.exec(page) ?? [];
    const button = `<noscript><button autofocus>${words.button}</button></noscript>`;
    this.show(ctx, locale, words, form.replace(/<noscript>.*<\/noscript>/s, button) + script);
  }

  private show(ctx: KoaContextWithOIDC, locale: Locale, words: Plain, more = ''): void {
    ctx.type = 'html';
    ctx.set('content-language', locale.replace('_', '-'));
    ctx.body = this.frame.plain(locale, words, more);
  }
}

const forPrograms = new Set(['token', 'device_authorization']);

/** Endpoints for programs answer with JSON, even to one that accepts HTML. */
export function wantsPage(ctx: KoaContextWithOIDC): boolean {
  return !forPrograms.has(ctx.oidc.route) && ctx.accepts('json', 'html') === 'html';
}

function refusedAddress(ctx: KoaContextWithOIDC): { address: string; client: string } {
  const { client_id, redirect_uri } = ctx.query;
  const client = ctx.oidc.client?.clientName ?? client_id;
  return { address: String(redirect_uri ?? '').slice(0, 500), client: String(client ?? '').slice(0, 200) };
}

function detailOf(error: unknown): string {
  if (!(error instanceof errors.OIDCProviderError) || !error.expose) return 'server_error';
  return [error.error, error.error_description].filter((part) => part).join(': ');
}
