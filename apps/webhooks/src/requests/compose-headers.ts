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
  const own = target.headers;
  const { ours, signed } = composeOwn(
    { clientId: target.client_id, batchId, eventIds, body },
    keys,
    startedAt,
    traceparent,
  );
  if (names(own).includes('user-agent')) delete ours['User-Agent'];
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

interface Content extends Pick<Shipment, 'batchId' | 'eventIds' | 'body'> {
  clientId: string;
}

/** The headers of every delivery that do not depend on its receiver. */
export function composeOwn(
  { clientId, batchId, eventIds, body }: Content,
  keys: Keys,
  startedAt: Date,
  traceparent: string,
): Record<'ours' | 'signed', Record<string, string>> {
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  return {
    ours: {
      'User-Agent': 'Customer-Engagement-Service',
      'Content-Type': 'application/json',
      ...(eventIds.length > 0 ? { 'X-Service-Event-Ids': eventIds.join(',') } : {}),
      traceparent,
    },
    signed: signatureHeaders(keys, { id: batchId, clientId, timestamp, body }),
  };
}

function names(headers: Record<string, string>): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}
