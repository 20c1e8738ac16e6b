import { locales, type Locale } from '@ces/contracts/locale';
import { faulty } from '@ces/contracts/problems';
import { localeFromHeader } from '@ces/service/accept-language';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The caller's language: `@InLocale() locale: Locale`. */
export const InLocale = createParamDecorator((_: unknown, context: ExecutionContext): Locale =>
  localeOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** `?locale=xx_XX` beats Accept-Language beats en_GB. Malformed is refused, unknown is the default. */
export function localeOf(request: Pick<FastifyRequest, 'query' | 'headers'>): Locale {
  const asked = (request.query as { locale?: unknown }).locale;
  if (asked !== undefined) {
    if (typeof asked !== 'string' || !/^[a-z]{2,3}_[A-Z]{2}$/.test(asked)) {
      throw faulty('parameter-invalid', [
        { pointer: 'locale', code: 'locale', detail: 'must be language_REGION, such as en_GB' },
      ]);
    }
    return locales.find((each) => each === asked) ?? locales[0];
  }
  return localeFromHeader(request.headers['accept-language']);
}
