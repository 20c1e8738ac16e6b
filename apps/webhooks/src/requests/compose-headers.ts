import type { Keys } from './choose-keys.js';
import type { Shipment } from './shipment.js';
import { signatureHeaders } from './sign.js';
import { ownTraceparent } from './trace.js';

/** In place of a value that the log of attempts must not hold. */
const hidden = '[not kept]';

/** The error of an attempt that sent no request, because identity does not know the client. */
export const clientUnknown = 'client-unknown';

/** These are the same in every request, so no attempt keeps them. A release that changes one must keep it with its attempts. */
const serviceHeaders = {
  'User-Agent': 'Customer-Engagement-Service',
  'Content-Type': 'application/json',
};

export interface RequestHeaders {
  sent: Record<string, string>;
  /** The part of them that an attempt keeps. */
  kept: Record<string, string>;
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
  if (Object.keys(own).some(isUserAgent)) delete ours['User-Agent'];
  const ownNames = Object.fromEntries(Object.keys(own).map((name) => [name, hidden]));
  const trace = traceparent === ownTraceparent(batchId, startedAt) ? {} : { traceparent };
  return {
    sent: { ...own, ...ours, ...signed },
    kept: { ...ownNames, ...eventIdsHeader(eventIds), ...trace },
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
      ...serviceHeaders,
      ...eventIdsHeader(eventIds),
      traceparent,
    },
    signed: signatureHeaders(keys, { id: batchId, clientId, timestamp, body }),
  };
}

function eventIdsHeader(eventIds: readonly string[]): Record<string, string> {
  return eventIds.length > 0 ? { 'X-Service-Event-Ids': eventIds.join(',') } : {};
}

const isUserAgent = (name: string): boolean => name.toLowerCase() === 'user-agent';

interface SentRequest {
  url: string;
  bytes: number;
  batch_id: string;
  started_at: Date;
  error: string | null;
  client_id: string;
}

/**
 * All headers of a request, without signatures and without the values of the client's own headers, from those that its
 * attempt keeps. An attempt of 0.3.0 keeps all of them.
 */
export function shownHeaders(kept: Record<string, string>, request: SentRequest): Record<string, string> {
  const names = Object.keys(kept);
  if (request.error === clientUnknown || names.includes('webhook-id')) return kept;
  const ours: Record<string, string> = { ...serviceHeaders };
  if (names.some(isUserAgent)) delete ours['User-Agent'];
  return {
    // Undici sets these three.
    Host: new URL(request.url).host,
    Connection: 'keep-alive',
    'Content-Length': String(request.bytes),
    traceparent: ownTraceparent(request.batch_id, request.started_at),
    ...kept,
    ...ours,
    ...shownSignature(request),
  };
}

function shownSignature({ client_id, batch_id, started_at }: Omit<SentRequest, 'url' | 'bytes' | 'error'>) {
  return {
    'X-Service-Client-ID': client_id,
    'X-Service-Signature': hidden,
    'webhook-id': batch_id,
    'webhook-timestamp': String(Math.floor(started_at.getTime() / 1_000)),
    'webhook-signature': hidden,
  };
}
