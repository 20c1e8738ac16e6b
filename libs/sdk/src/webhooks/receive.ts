import { verify, WebhookVerificationError } from './verify.ts';
import type { HeadersLike, VerifiedDelivery, VerifyOptions, WebhookEvent } from './verify.ts';

type EventName = WebhookEvent['name'];
type DataOf<Name extends EventName> = Extract<WebhookEvent, { name: Name }>['data'];

/**
 * A delivery comes at least once: remember its id, which is signed. Remember event ids, too, because a replay makes new deliveries
 * of the same events; no signature covers these ids.
 */
export interface ReceiverOptions extends VerifyOptions {
  /** One secret, or the old and the new one while it is rotated. A function may look them up. */
  secrets: string | readonly string[] | (() => Promise<string | readonly string[]>);
  /** Handlers by the name of the event. They run in the order of the delivery, and each is awaited. */
  on?: { [Name in EventName]?: (data: DataOf<Name>, eventId: string | undefined) => unknown };
  /** Gets the whole delivery, before the handlers of single events. */
  onDelivery?: (delivery: VerifiedDelivery) => unknown;
}

/** The status with which to answer: 204, or 401 for what cannot be trusted. A handler that throws makes the service try again. */
export async function receive(
  raw: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  options: ReceiverOptions,
): Promise<204 | 401> {
  const { secrets, on = {}, onDelivery } = options;
  let delivery: VerifiedDelivery;
  try {
    delivery = await verify(raw, headers, typeof secrets === 'function' ? await secrets() : secrets, options);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 401;
    throw error;
  }
  await onDelivery?.(delivery);
  for (const [index, { name, data }] of delivery.events.entries()) {
    const handler = on[name] as ((data: unknown, eventId: string | undefined) => unknown) | undefined;
    await handler?.(data, delivery.eventIds[index]);
  }
  return 204;
}
