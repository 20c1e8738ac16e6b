import type { WebhookDelivery } from '../generated/api.ts';

/** Its `name` tells the type of its `data`. */
export type WebhookEvent = WebhookDelivery['events'][number];

export interface VerifiedDelivery {
  /** The same for all attempts of one batch. Undefined if only `X-Service-Signature` was verified, which does not cover it. */
  id: string | undefined;
  events: WebhookEvent[];
  /** The ids of `events` in their order. Replays keep them. */
  eventIds: string[];
}

export interface VerifyOptions {
  /** How far the delivery's time may be from now: 300 by default. */
  toleranceSeconds?: number | undefined;
  now?: (() => number) | undefined;
}

export type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The delivery must not be trusted. Answer 401. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly code: 'signature-missing' | 'signature-invalid' | 'timestamp-invalid' | 'body-malformed';

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Proves that the service has sent this body. `raw` is the body as it came, before any parser. A secret `whsec_…` verifies
 * `webhook-signature`, any other one (of the client) `X-Service-Signature`, which has no time in it. While a secret is rotated,
 * give the old and the new one. The comparison takes constant time.
 */
export async function verify(
  raw: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<VerifiedDelivery> {
  const body = typeof raw === 'string' ? new TextEncoder().encode(raw) : new Uint8Array(raw);
  const all = [secrets].flat();
  const ours = all.filter((secret) => secret.startsWith('whsec_'));
  const clients = all.filter((secret) => !secret.startsWith('whsec_'));
  const read = (name: string): string => headerOf(headers, name);
  const id = read('webhook-id');
  const isStandard = ours.length > 0 && read('webhook-signature') !== '';
  if (isStandard) {
    const time = read('webhook-timestamp');
    const signed = joined(new TextEncoder().encode(`${id}.${time}.`), body);
    const signatures = read('webhook-signature')
      .split(' ')
      .filter((each) => each.startsWith('v1,'));
    const keys = ours.map((secret) => fromBase64(secret.slice('whsec_'.length)));
    if (
      !(await anyFits(
        keys,
        signatures.map((each) => fromBase64(each.slice(3))),
        signed,
      ))
    )
      throw invalid();
    if (!(Math.abs(now() / 1_000 - Number(time || NaN)) <= toleranceSeconds)) {
      throw new WebhookVerificationError('timestamp-invalid', 'The delivery is too old, or from the future');
    }
  } else {
    const signature = read('x-service-signature');
    if (signature === '' || clients.length === 0) {
      throw new WebhookVerificationError('signature-missing', 'There is no signature for the given secrets');
    }
    const keys = clients.map((secret) => new TextEncoder().encode(secret));
    if (!(await anyFits(keys, [fromHex(signature)], body))) throw invalid();
  }
  const eventIds = read('x-service-event-ids')
    .split(/[\s,]+/)
    .filter((each) => each !== '');
  return { id: isStandard ? id : undefined, events: eventsOf(body), eventIds };
}

function headerOf(headers: HeadersLike, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return typeof found === 'object' ? (found[0] ?? '') : (found ?? '');
}

async function anyFits(keys: Bytes[], signatures: Bytes[], signed: Bytes): Promise<boolean> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  let fits = false;
  for (const bytes of keys) {
    if (bytes.length === 0) continue;
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
    for (const signature of signatures) fits = (await crypto.subtle.verify(hmac, key, signature, signed)) || fits;
  }
  return fits;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Empty if it is no base64, which no signature fits. */
function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})+$/.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(head: Bytes, tail: Bytes): Bytes {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function eventsOf(body: Bytes): WebhookEvent[] {
  try {
    const { events } = JSON.parse(new TextDecoder().decode(body)) as WebhookDelivery;
    if (Array.isArray(events)) return events;
  } catch {
    // It is no JSON at all.
  }
  throw new WebhookVerificationError('body-malformed', 'The body is no delivery');
}

function invalid(): WebhookVerificationError {
  return new WebhookVerificationError('signature-invalid', 'The signature does not fit the body and the secrets');
}
