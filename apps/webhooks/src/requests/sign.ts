import { createHmac } from 'node:crypto';

/** The one that signs first, then another that is alive. */
export type Secrets = readonly [string, ...string[]];

export interface Signed {
  id: string;
  clientId: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: Buffer;
}

/**
 * Both signatures under the client's secret, whose UTF-8 bytes are the key. The hex one is under the secret that counts
 * now; Standard Webhooks allows for several, so while secrets are being rotated there is one under each that is alive.
 */
export function signatureHeaders(secrets: Secrets, { id, clientId, timestamp, body }: Signed) {
  const [current] = secrets;
  const prefix = `${id}.${timestamp}.`;
  const standard = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(prefix).update(body).digest('base64')}`,
  );
  return {
    'X-Service-Client-ID': clientId,
    'X-Service-Signature': createHmac('sha256', current).update(body).digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}
