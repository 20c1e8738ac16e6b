import { eventNamePattern } from '@ces/contracts/events/events';
import { notACursor } from '@ces/service/database/keyset';

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** A place in the list of definitions: when the newest version was created, and the name. */
export type ListPlace = [createdAt: string, name: string];

export function toListCursor(place: ListPlace): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Throws unless the text is the cursor of a page. */
export function readListCursor(cursor: string): ListPlace {
  const read = parse(cursor);
  if (Array.isArray(read)) {
    const [at, name] = read as unknown[];
    const isMoment = typeof at === 'string' && momentPattern.test(at) && !Number.isNaN(Date.parse(at));
    if (isMoment && typeof name === 'string' && eventNamePattern.test(name)) return [at, name];
  }
  throw notACursor();
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
