import { Problem } from '@ces/contracts/problems';
import { errors } from 'oidc-provider';

/** Status 429 with an error code of OAuth, which has none for it. */
export class TooManyAttempts extends errors.OIDCProviderError {
  override readonly error_description = 'too many wrong passwords; wait before the next attempt';

  constructor(readonly retryAfter: number) {
    super(429, 'temporarily_unavailable');
  }
}

export function asTooManyAttempts(error: unknown): unknown {
  return isThrottled(error) ? new TooManyAttempts(error.extras.retry_after ?? 1) : error;
}

export function isThrottled(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'rate-limited';
}
