import type { Submission } from '@ces/contracts/events/events';
import { bodyOfPlace, boundPlaces } from '@ces/contracts/events/keyed-batches';
import { Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { withoutKey } from '@ces/messaging/calls/call-context';

/**
 * A key of a batch is bound to the events that were accepted under it. They must all stand in their places again: then those
 * that were refused may be mended, and the whole list be sent once more. Returns whether the key has bound any.
 */
export async function demandSameBatch(
  bus: Bus,
  batch: { client_id: string; key: string },
  items: readonly (Submission | Problem)[],
): Promise<boolean> {
  const bound = await withoutKey(() => bus.call(boundPlaces, batch));
  for (const { place, body } of bound) {
    const item = items[place];
    if (item && !(item instanceof Problem) && item.key_scope === 'batch' && bodyOfPlace(item) === body) continue;
    const detail = `This key was sent before with another event in place ${place}; take a new key for a new batch.`;
    throw new Problem('idempotency-key-reused', detail);
  }
  return bound.length > 0;
}
