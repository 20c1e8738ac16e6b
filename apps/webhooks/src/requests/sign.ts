import { createHmac } from 'node:crypto';

/** The secret that signs first, then the other live secret, if there is one. */
export type Secrets = readonly [string, ...string[]];

export interface Signed {
  id: string;
  clientId: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: Buffer;
}

/**
 * Signs with the client's secret; its UTF-8 bytes are the key. The hex signature uses the current secret. Standard Webhooks
 * allows several signatures, so during a rotation each live secret makes one.
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
