import { Client } from 'pg';

/**
 * Hears the statements that this process sends to PostgreSQL on sessions that begin from now on, until the result is
 * called.
 */
export function hearStatements(hear: (text: string) => void): () => void {
  const prototype = Client.prototype as unknown as Record<'query', (...given: unknown[]) => unknown>;
  const { query } = prototype;
  prototype.query = function (...given) {
    hear(textOf(given[0]));
    return query.apply(this, given);
  };
  return () => {
    prototype.query = query;
  };
}

function textOf(given: unknown): string {
  if (typeof given === 'string') return given;
  return typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : '';
}
