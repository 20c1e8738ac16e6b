import type { Locale } from '@ces/contracts/locale';
import { firstKnown, localeFromHeader } from '@ces/service/http/accept-language';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** `ui_locales` is a list of language tags, best first. */
export function pageLocale(uiLocales: unknown, acceptLanguage: string | undefined): Locale {
  const tags =
    typeof uiLocales === 'string' ? uiLocales.toLowerCase().replaceAll('_', '-').split(' ').slice(0, 20) : [];
  return firstKnown(tags) ?? localeFromHeader(acceptLanguage);
}

export function localeOf(ctx: KoaContextWithOIDC): Locale {
  return pageLocale(ctx.oidc.params?.['ui_locales'] ?? ctx.query['ui_locales'], ctx.get('accept-language'));
}
