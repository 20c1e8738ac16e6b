import { notACursor } from '@ces/service/database/keyset';
import { places } from './found-user.store.js';

/** The end of a page of a search: the index of the place, the text that matches there, and the user. */
export interface SearchPlace {
  place: number;
  key: string;
  user_id: string;
}

export const beginningOfSearch: SearchPlace = { place: 0, key: '', user_id: '' };

export function cursorOf({ place, key, user_id }: SearchPlace): string {
  return Buffer.from(JSON.stringify([String(place), key, user_id])).toString('base64url');
}

/** Refuses what PostgreSQL could not compare. */
export function readCursor(cursor: string): SearchPlace {
  const [place, key, user_id] = partsOf(cursor);
  const index = Number(place);
  const texts = [key, user_id].every((part) => typeof part === 'string' && !/[\0\p{Surrogate}]/u.test(part));
  if (!texts || !Number.isInteger(index) || index < 0 || index >= places.length) throw notACursor();
  return { place: index, key: String(key), user_id: String(user_id) };
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
