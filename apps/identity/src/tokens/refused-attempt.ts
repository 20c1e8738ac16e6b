import { Problem } from '@ces/contracts/problems';
import { errors } from 'oidc-provider';

/** 429 in the words of OAuth, which has none of its own for it. */
export class TooManyAttempts extends errors.OIDCProviderError {
  override readonly error_description = 'too many wrong passwords; wait before the next attempt';

  constructor(readonly retryAfter: number) {
    super(429, 'temporarily_unavailable');
  }
}

/** What a throttled attempt throws, as what the token endpoint says; everything else stays what it is. */
export function asOAuth(error: unknown): unknown {
  return isThrottled(error) ? new TooManyAttempts(error.extras.retry_after ?? 1) : error;
}

export function isThrottled(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'rate-limited';
}
