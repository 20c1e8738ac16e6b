import type { Keys } from './choose-keys.js';
import type { Shipment } from './shipment.js';
import { signatureHeaders } from './sign.js';

const hidden = '[not kept]';

export interface RequestHeaders {
  sent: Record<string, string>;
  /** The same for the log of attempts, without signatures and without the values of the client's own headers. */
  shown: Record<string, string>;
}

export function composeHeaders(
  { target, batchId, eventIds, body }: Shipment,
  keys: Keys,
  startedAt: Date,
  traceparent: string,
): RequestHeaders {
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  const signed = signatureHeaders(keys, { id: batchId, clientId: target.client_id, timestamp, body });
  const own = target.headers;
  const ours = {
    ...(names(own).includes('user-agent') ? {} : { 'User-Agent': 'Customer-Engagement-Service' }),
    'Content-Type': 'application/json',
    ...(eventIds.length > 0 ? { 'X-Service-Event-Ids': eventIds.join(',') } : {}),
    traceparent,
  };
  // Undici sets these three.
  const byHttpClient = { Host: target.url.host, Connection: 'keep-alive', 'Content-Length': String(body.length) };
  return {
    sent: { ...own, ...ours, ...signed },
    shown: {
      ...byHttpClient,
      ...Object.fromEntries(Object.keys(own).map((name) => [name, hidden])),
      ...ours,
      ...signed,
      'X-Service-Signature': hidden,
      'webhook-signature': hidden,
    },
  };
}

function names(headers: Record<string, string>): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}
