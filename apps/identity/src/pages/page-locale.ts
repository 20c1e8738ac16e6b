import { locales, type Locale } from '@ces/contracts/locale';
import { firstKnown, localeFromHeader } from '@ces/service/http/accept-language';
import type { FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** The parameters of a request that name languages. A request for a sign-in is remembered with them. */
interface Named {
  /** Takes precedence. Unknown, it means the default, as in the rest of the API. */
  locale?: unknown;
  /** A list of language tags, best first. */
  ui_locales?: unknown;
}

const wellFormed = /^[a-z]{2,3}_[A-Z]{2}$/;

export function pageLocale({ locale, ui_locales }: Named, acceptLanguage: string | undefined): Locale {
  if (typeof locale === 'string' && wellFormed.test(locale)) {
    return locales.find((each) => each === locale) ?? locales[0];
  }
  const tags =
    typeof ui_locales === 'string' ? ui_locales.toLowerCase().replaceAll('_', '-').split(' ').slice(0, 20) : [];
  return firstKnown(tags) ?? localeFromHeader(acceptLanguage);
}

/** `begun` are the parameters with which the sign-in began; the page's own `locale` counts more. */
export function localeOfPage({ query, headers }: FastifyRequest, { locale, ui_locales }: Named = {}): Locale {
  return pageLocale({ locale: localeIn(query) ?? locale, ui_locales }, headers['accept-language']);
}

/** The language that a page of oidc-provider has. */
export function localeOf(ctx: KoaContextWithOIDC): Locale {
  const { params } = ctx.oidc;
  const ui_locales = params?.['ui_locales'] ?? ctx.query['ui_locales'];
  return pageLocale({ locale: localeIn(ctx.query) ?? params?.['locale'], ui_locales }, ctx.get('accept-language'));
}

/** Undefined unless the query names one that is well-formed. The gateway refuses others. */
export function localeIn(query: unknown): string | undefined {
  const { locale } = query as { locale?: unknown };
  return typeof locale === 'string' && wellFormed.test(locale) ? locale : undefined;
}
