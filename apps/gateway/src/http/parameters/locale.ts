import { locales, type Locale } from '@ces/contracts/locale';
import { faulty } from '@ces/contracts/problems';
import { localeFromHeader, localesInHeader } from '@ces/service/http/accept-language';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export const InLocale = createParamDecorator((_: unknown, context: ExecutionContext): Locale =>
  localeOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** `?locale=xx_XX` takes precedence over Accept-Language. A malformed locale is refused; an unknown one means en_GB. */
export function localeOf(request: Pick<FastifyRequest, 'query' | 'headers'>): Locale {
  const asked = localeInQuery(request);
  if (asked === undefined) return localeFromHeader(request.headers['accept-language']);
  return locales.find((each) => each === asked) ?? locales[0];
}

/** The caller's languages, best first, for objects that may have texts in more languages than ours. */
export function wishedLocales(request: Pick<FastifyRequest, 'query' | 'headers'>): string[] {
  const asked = localeInQuery(request);
  return asked === undefined ? localesInHeader(request.headers['accept-language']) : [asked];
}

function localeInQuery({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  const asked = (query as { locale?: unknown }).locale;
  if (asked === undefined || (typeof asked === 'string' && /^[a-z]{2,3}_[A-Z]{2}$/.test(asked))) return asked;
  throw faulty('parameter-invalid', [
    { pointer: 'locale', code: 'locale', detail: 'must be language_REGION, such as en_GB' },
  ]);
}
