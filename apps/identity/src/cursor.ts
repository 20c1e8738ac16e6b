import { notACursor } from '@ces/service/database/keyset';

/** Where a page ends: a moment in microseconds, and what tells apart rows of the same moment. Opaque to whoever sends it back. */
export function cursorOf(at: string, ...ids: string[]): string {
  return Buffer.from(JSON.stringify([at, ...ids])).toString('base64url');
}

/** The moment and so many ids; anything else is refused before PostgreSQL could stumble over it. */
export function readCursor(cursor: string, ids: number): string[] {
  const parts = parse(cursor);
  const wellFormed =
    Array.isArray(parts) &&
    parts.length === 1 + ids &&
    parts.every((part) => typeof part === 'string' && !part.includes('\0')) &&
    /^\d{1,18}$/.test(String(parts[0]));
  if (wellFormed) return parts as string[];
  throw notACursor();
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
