import { isOutage } from '@ces/messaging/storage/outage';
import { errors } from 'oidc-provider';

/** A refusal as OAuth writes it (RFC 6749, section 5.2). */
export class OAuthFault extends Error {
  override readonly name = 'OAuthFault';

  constructor(
    readonly status: number,
    readonly error: string,
    readonly description: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(description);
  }

  get body() {
    return { error: this.error, error_description: this.description };
  }
}

const sendForm = 'send a form with Content-Type: application/x-www-form-urlencoded';

export function invalidRequest(description: string): OAuthFault {
  return new OAuthFault(400, 'invalid_request', description);
}

export function noForm(): OAuthFault {
  return new OAuthFault(415, 'invalid_request', sendForm);
}

export function unavailable(): OAuthFault {
  return new OAuthFault(503, 'temporarily_unavailable', 'a part that is needed is away', { 'retry-after': '1' });
}

export function brokenDown(): OAuthFault {
  return new OAuthFault(500, 'server_error', 'something went wrong on our side');
}

/** Any error as a refusal; undefined for a fault of ours, which the caller logs. */
export function asOAuthFault(error: unknown): OAuthFault | undefined {
  if (error instanceof OAuthFault) return error;
  if (isOutage(error)) return unavailable();
  if (error instanceof errors.OIDCProviderError && error.expose) {
    return new OAuthFault(error.statusCode, error.error, error.error_description ?? error.message);
  }
  if (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode < 500
  ) {
    const description = error.statusCode === 415 ? sendForm : error.message;
    return new OAuthFault(error.statusCode, 'invalid_request', description);
  }
  return undefined;
}
