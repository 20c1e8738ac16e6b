import { notACursor } from '@ces/service/database/keyset';

/** The end of a page of row 4: a moment in microseconds and the key of a connection. Clients treat it as opaque. */
export interface ConnectionPlace {
  at: string;
  provider_name: string;
  owner_id: string;
}

export function cursorOf({ at, provider_name, owner_id }: ConnectionPlace): string {
  return Buffer.from(JSON.stringify([at, provider_name, owner_id])).toString('base64url');
}

/** Refuses what PostgreSQL could not compare. */
export function readCursor(cursor: string): ConnectionPlace {
  const parts = parse(cursor);
  const wellFormed =
    Array.isArray(parts) &&
    parts.length === 3 &&
    parts.every((part) => typeof part === 'string' && !part.includes('\0')) &&
    /^\d{1,18}$/.test(String(parts[0]));
  if (!wellFormed) throw notACursor();
  const [at = '', provider_name = '', owner_id = ''] = parts as string[];
  return { at, provider_name, owner_id };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
