import type { Locale } from '@ces/contracts/locale';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';

/** One request of a sign-in that is under way. */
export interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  provider: Provider;
  interaction: Awaited<ReturnType<Provider['interactionDetails']>>;
  locale: Locale;
  client: string;
  /** Whether people may register on our pages for this client. */
  registers: boolean;
}

export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** The gateway sets the header to the caller's address and removes what a caller has set. */
export function addressOf({ headers, ip }: FastifyRequest): string {
  return [headers['x-forwarded-for']].flat()[0] ?? ip;
}
