import { findHolders, type FoundHolders, type HolderPlace } from '@ces/contracts/cards/card-administration';
import { describeFound, findUsers, type FoundUser, type UserSearch } from '@ces/contracts/identity/admin-users';
import { largestPage, type Paged } from '@ces/contracts/paging';
import { faulty, Problem } from '@ces/contracts/problems';
import type { Bus } from '@ces/messaging/calls/bus';
import { placeIn } from '@ces/service/database/keyset';

/** The first word of a cursor within the holders of cards. Cursors of identity begin with a digit. */
const holders = 'holders';
const beginningOfHolders: HolderPlace = { number: '', user_id: '' };
/** How often a page asks for holders; beyond that it ends early. */
const mostRounds = 4;

/**
 * Users by the beginning of a text: first those whom identity knows by it, then the holders of card numbers. While cards is
 * away, a page ends before the holders, and its next page is 503.
 */
export async function findByBeginning(bus: Bus, query: UserSearch): Promise<Paged<FoundUser>> {
  const { q: given = '', limit = largestPage, cursor } = query;
  if (query.username !== undefined || query.provider_name !== undefined || query.owner_id !== undefined) {
    throw faulty('parameter-invalid', [{ pointer: 'q', code: 'alone', detail: 'must stand alone' }]);
  }
  const q = given.trim();
  const held = cursor === undefined ? undefined : holderPlaceIn(cursor);
  if (held) return findHoldersFrom(bus, q, held, limit);
  const known = await bus.call(findUsers, { q, limit, ...(cursor === undefined ? {} : { cursor }) });
  if (known.next !== null) return known;
  const { items } = known;
  try {
    const more = await findHoldersFrom(bus, q, beginningOfHolders, Math.max(1, limit - items.length));
    if (items.length < limit) return { items: [...items, ...more.items], next: more.next };
    return { items, next: more.items.length > 0 || more.next !== null ? cursorOf(beginningOfHolders) : null };
  } catch (error) {
    const isAway = error instanceof Problem && error.code === 'service-unavailable';
    if (!isAway || items.length === 0) throw error;
    return { items, next: cursorOf(beginningOfHolders) };
  }
}

async function findHoldersFrom(bus: Bus, q: string, from: HolderPlace, limit: number): Promise<Paged<FoundUser>> {
  const items: FoundUser[] = [];
  let after: HolderPlace | null = from;
  for (let round = 0; after && round < mostRounds && items.length < limit; round += 1) {
    const at_most = limit - items.length;
    const place = { after_number: after.number, after_user: after.user_id };
    const found: FoundHolders = await bus.call(findHolders, { q, at_most, ...place });
    const user_ids = [...new Set(found.items.map(({ user_id }) => user_id))];
    if (user_ids.length > 0) items.push(...(await bus.call(describeFound, { q, user_ids })));
    after = found.next;
  }
  return { items, next: after ? cursorOf(after) : null };
}

function cursorOf({ number, user_id }: HolderPlace): string {
  return Buffer.from(JSON.stringify([holders, number, user_id])).toString('base64url');
}

function holderPlaceIn(cursor: string): HolderPlace | undefined {
  const [kind, number = '', user_id = ''] = placeIn(cursor);
  return kind === holders ? { number, user_id } : undefined;
}
