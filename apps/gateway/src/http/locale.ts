import { Problem } from '@ces/contracts/problems';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const locales = ['en_GB', 'nl_NL', 'de_DE'] as const;
export type Locale = (typeof locales)[number];

/** `?locale=xx_XX` beats Accept-Language beats en_GB. Malformed is refused, unknown is the default. */
export function localeOf(request: Pick<FastifyRequest, 'query' | 'headers'>): Locale {
  const asked = (request.query as { locale?: unknown }).locale;
  if (asked !== undefined) {
    if (typeof asked !== 'string' || !/^[a-z]{2,3}_[A-Z]{2}$/.test(asked)) {
      throw new Problem('parameter-invalid', 'locale: looks like en_GB.', {
        errors: [{ pointer: 'locale', code: 'locale', detail: 'must be language_REGION, such as en_GB' }],
      });
    }
    return locales.find((each) => each === asked) ?? locales[0];
  }
  return fromHeader(request.headers['accept-language'] ?? '');
}

/** The caller's language, for services that answer with texts: `@InLocale() locale: Locale`. */
export const InLocale = createParamDecorator((_: unknown, context: ExecutionContext): Locale => {
  return localeOf(context.switchToHttp().getRequest<FastifyRequest>());
});

function fromHeader(header: string): Locale {
  const wishes = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const q = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find((value) => value !== undefined);
      return { tag: tag.toLowerCase(), q: q === undefined ? 1 : Number(q) };
    })
    .filter((wish) => wish.q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wishes) {
    const exact = locales.find((each) => each.toLowerCase().replace('_', '-') === tag);
    const language = locales.find((each) => each.slice(0, 2) === tag.split('-')[0]);
    if (exact ?? language) return exact ?? language ?? locales[0];
  }
  return locales[0];
}
