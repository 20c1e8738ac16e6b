import type { DescribeFound, FindUsers, FoundUser, FoundUsers } from '@ces/contracts/identity/admin-users';
import { largestPage } from '@ces/contracts/paging';
import { isUserId } from '@ces/contracts/user-id';
import { Injectable } from '@nestjs/common';
import { normalisedUsername } from '../credentials/username.js';
import { FoundUserStore, places, type FoundRow, type Sought } from './found-user.store.js';
import { beginningOfSearch, cursorOf, readCursor, type SearchPlace } from './search-cursor.js';

/** A page looks at this many rows at the most; beyond them it ends early. */
const mostRows = 4 * largestPage;
/** Rows of users who were found before are passed over, so a short page reads this many at once. */
const rowsAtOnce = 50;

/** Users by the beginning of a name, mail address or owner id, or by their id. Includes closed users until they are erased. */
@Injectable()
export class UserSearchService {
  constructor(private readonly store: FoundUserStore) {}

  /** Looks in one place after the other. A user who is found in several comes with the first of them. */
  async find({ q, cursor, limit = largestPage }: FindUsers): Promise<FoundUsers> {
    const sought = soughtIn(q);
    const items: FoundUser[] = [];
    const ends: SearchPlace[] = [];
    let at: SearchPlace | undefined = cursor === undefined ? beginningOfSearch : readCursor(cursor);
    for (let looked = 0; at && looked < mostRows;) {
      const { place } = at;
      const atMost = Math.max(rowsAtOnce, limit + 1 - items.length);
      const rows = await this.store.findIn(places[place] ?? 'owner-id', sought, at, atMost);
      for (const row of rows.filter(({ found_in }) => found_in === place)) {
        items.push(toFoundUser(row));
        ends.push({ place, key: row.key, user_id: row.user_id });
      }
      const end = ends[limit - 1];
      if (end && items.length > limit) return { items: items.slice(0, limit), next: cursorOf(end) };
      looked += rows.length;
      at = nextAt(place, rows.length < atMost ? undefined : rows.at(-1));
    }
    return { items, next: at ? cursorOf(at) : null };
  }

  async describe({ q, user_ids }: DescribeFound): Promise<FoundUser[]> {
    const rows = await this.store.describe(user_ids.filter(isUserId), soughtIn(q));
    return rows.filter(({ found_in }) => found_in === null).map(toFoundUser);
  }
}

function soughtIn(q: string): Sought {
  const text = q.trim();
  return {
    userId: isUserId(text) ? text : null,
    username: normalisedUsername(text) ?? text,
    name: text.replaceAll(/\s+/g, ' '),
    owner: text,
  };
}

/** Goes on behind the last row of a place, or in the next place. */
function nextAt(place: number, last: FoundRow | undefined): SearchPlace | undefined {
  if (last) return { place, key: last.key, user_id: last.user_id };
  return place + 1 < places.length ? { ...beginningOfSearch, place: place + 1 } : undefined;
}

function toFoundUser({ user_id, username, first_name, infix, last_name, active, created_at }: FoundRow): FoundUser {
  const name = [first_name, infix, last_name].filter(Boolean).join(' ');
  return { user_id, username, name: name === '' ? null : name, active, created: created_at.toISOString() };
}
