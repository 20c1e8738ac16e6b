import type { Locale } from '@ces/contracts/locale';
import { Problem } from '@ces/contracts/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { SignInFault } from '../pages/sign-in-pages.js';
import { isThrottled } from '../tokens/protocol/too-many-attempts.js';

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
  /** Operators sign in to this client, and no users. */
  operators: boolean;
}

export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** The gateway sets the header to the caller's address and removes what a caller has set. */
export function addressOf({ headers, ip }: FastifyRequest): string {
  return [headers['x-forwarded-for']].flat()[0] ?? ip;
}

export const refusedByUser = { error: 'access_denied', error_description: 'refused by the user' };

const statuses: Record<SignInFault['kind'], number> = {
  ...{ wrong: 400, wrong_operator: 400, wrong_code: 400, wrong_passkey: 400, throttled: 429, busy: 503 },
  ...{ cancelled: 200, refused: 400, away: 503 },
};

/** Answers with the status of the fault. */
export function markFault({ reply }: Visit, fault: SignInFault): void {
  const wait = fault.kind === 'throttled' ? fault.seconds : statuses[fault.kind] === 503 ? 2 : undefined;
  if (wait !== undefined) void reply.header('retry-after', String(wait));
  void reply.status(statuses[fault.kind]);
}

/** The fault that the page shows when a password cannot be checked now. Throws every other error. */
export function faultOf(error: unknown): SignInFault {
  if (isThrottled(error)) return { kind: 'throttled', seconds: error.extras.retry_after ?? 1 };
  if (error instanceof Problem && error.code === 'service-unavailable') return { kind: 'busy' };
  throw error;
}
