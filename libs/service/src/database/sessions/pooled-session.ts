import type { Client, QueryConfig } from 'pg';
import { begin, beginWithSettings } from './session.store.js';

/**
 * Adapts a session to a pooler that gives each transaction any of its own sessions: settings are part of the
 * transaction, and no statement has a name, because the next session would not know it.
 */
export function fitToPooler(session: Client): void {
  const query = session.query.bind(session) as (...parts: unknown[]) => unknown;
  session.query = ((first: unknown, ...more: unknown[]) => query(fitted(first), ...more)) as Client['query'];
}

function fitted(query: unknown): unknown {
  if (query === begin) return beginWithSettings;
  return isNamed(query) ? { ...query, name: undefined } : query;
}

function isNamed(query: unknown): query is QueryConfig {
  return typeof query === 'object' && query !== null && 'text' in query && 'name' in query;
}
