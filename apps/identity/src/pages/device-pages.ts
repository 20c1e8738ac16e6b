import type { Locale } from '@ces/contracts/locale';
import { Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { escape, filled, PageFrame } from './html.js';
import { localeOf } from './page-locale.js';
import { wordsIn } from './page-words.js';

/** The names of the errors after which oidc-provider asks for the code again. */
const texts: Partial<Record<string, 'no_code' | 'not_found' | 'used'>> = {
  NoCodeError: 'no_code',
  NotFoundError: 'not_found',
  ExpiredError: 'not_found',
  AlreadyUsedError: 'used',
};

/** The pages on which a person lets a device sign in (RFC 8628): code, confirmation, end. */
@Injectable()
export class DevicePages {
  constructor(private readonly frame: PageFrame) {}

  /** `form` comes from the library and holds a token against forged requests. */
  askForCode(ctx: KoaContextWithOIDC, form: string, error?: Error & { userCode?: string }): void {
    const locale = localeOf(ctx);
    const { device: words, faults } = wordsIn(locale);
    if (error?.name === 'AbortedError') {
      this.show(ctx, locale, this.frame.plain(locale, { title: words.refused_title, lead: words.refused_lead }));
      return;
    }
    // The library answers 200 to a wrong code.
    if (error && ctx.status === 200) ctx.status = 400;
    if (error && isUnkept(ctx)) {
      const again = `<p class="way"><a href="${actionOf(form)}">${words.title}</a></p>`;
      this.show(ctx, locale, this.frame.plain(locale, { title: words.title, lead: words.again }, again));
      return;
    }
    const fault = error && words[texts[error.name] ?? 'again'];
    const invalid = fault === undefined ? '' : ' aria-invalid="true" aria-describedby="fault"';
    const content = `<h1>${words.title}</h1>
<p>${words.lead}</p>
${fault === undefined ? '' : `<p class="fault" id="fault" role="alert">${fault}</p>\n`}${beginningOf(form)}
<label for="user_code">${words.code}</label>
<input id="user_code" name="user_code" type="text" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required value="${escape(error?.userCode ?? '').slice(0, 100)}"${invalid} autofocus>
<button>${words.button}</button>
</form>`;
    this.show(
      ctx,
      locale,
      this.frame.page(locale, fault === undefined ? words.title : `${faults.heading}: ${words.title}`, content),
    );
  }

  confirm(ctx: KoaContextWithOIDC, form: string, { client, userCode }: { client: string; userCode: string }): void {
    const locale = localeOf(ctx);
    const { device: words } = wordsIn(locale);
    const content = `<h1>${words.confirm_title}</h1>
<p>${filled(words.confirm_lead, { client })}</p>
<p class="code"><strong>${escape(userCode)}</strong></p>
<p class="quiet">${words.confirm_warning}</p>
${beginningOf(form)}
<input type="hidden" name="user_code" value="${escape(userCode)}">
<button name="confirm" value="yes">${words.confirm}</button>
<button name="abort" value="yes" class="second">${words.refuse}</button>
</form>`;
    this.show(ctx, locale, this.frame.page(locale, words.confirm_title, content));
  }

  done(ctx: KoaContextWithOIDC): void {
    const locale = localeOf(ctx);
    const { device: words } = wordsIn(locale);
    this.show(ctx, locale, this.frame.plain(locale, { title: words.done_title, lead: words.done_lead }));
  }

  /** Shown to an address that has sent too many codes. */
  tooMany(locale: Locale): string {
    const { device: words } = wordsIn(locale);
    return this.frame.plain(locale, { title: words.too_many_title, lead: words.too_many_lead });
  }

  private show(ctx: KoaContextWithOIDC, locale: Locale, html: string): void {
    ctx.type = 'html';
    ctx.set('content-language', locale.replace('_', '-'));
    ctx.body = html;
  }
}

/**
 * True for a browser without a session. After an error the library would keep a token in it too late, and fail: no page with a
 * form can follow.
 */
function isUnkept({ oidc: { session } }: KoaContextWithOIDC): boolean {
  if (session === undefined || typeof session.exp === 'number') return false;
  // The library's types do not know that it keeps a touched session.
  Object.assign(session, { touched: false });
  return true;
}

function actionOf(form: string): string {
  const [, action = ''] = /action="([^"]*)"/.exec(form) ?? [];
  return action;
}

function beginningOf(form: string): string {
  const [, token = ''] = /name="xsrf" value="([^"]*)"/.exec(form) ?? [];
  return `<form method="post" action="${actionOf(form)}">\n<input type="hidden" name="xsrf" value="${token}">`;
}
