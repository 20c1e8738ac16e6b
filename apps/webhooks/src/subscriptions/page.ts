import type { Paged } from '@ces/contracts/events';
import { Problem } from '@ces/contracts/problems';
import { isWebhookId } from './stored-webhook.js';

/** NATS takes 1 MiB. */
const replyBytes = 900_000;

/** Lists here go by id, newest first. */
export function demandCursor(cursor: string | undefined): void {
  if (cursor === undefined || isWebhookId(cursor)) return;
  throw new Problem('parameter-invalid', 'cursor: take it from the Link header of the page before.', {
    errors: [{ pointer: 'cursor', code: 'cursor', detail: 'is not a cursor of this list' }],
  });
}

/** Of the rows there are, which are more than `limit` if there is another page; fewer where they would burst a reply. */
export function pageOf<Row, Item extends { id: string }>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Paged<Item> {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    const item = toItem(row);
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (items.length > 0 && bytes > replyBytes) break;
    items.push(item);
  }
  return { items, next: items.length < rows.length ? (items.at(-1)?.id ?? null) : null };
}
