import { Client } from 'pg';

/**
 * Hears the statements that this process sends to PostgreSQL on sessions that begin from now on, until the result is
 * called. Those that go out together are heard without their names.
 */
export function hearStatements(hear: (text: string, name: string) => void): () => void {
  const prototype = Client.prototype as unknown as Record<'query', (...given: unknown[]) => unknown>;
  const { query } = prototype;
  prototype.query = function (...given) {
    for (const text of textsOf(given[0])) hear(text, nameOf(given[0]));
    return query.apply(this, given);
  };
  return () => {
    prototype.query = query;
  };
}

/** '' for a statement that is parsed each time. */
function nameOf(given: unknown): string {
  const isNamed = typeof given === 'object' && given !== null && 'name' in given && !('texts' in given);
  return isNamed ? String(given.name) : '';
}

function textsOf(given: unknown): readonly string[] {
  if (typeof given === 'string') return [given];
  if (typeof given !== 'object' || given === null) return [];
  // Statements that go out together.
  if ('texts' in given && Array.isArray(given.texts)) return given.texts.map(String);
  return 'text' in given ? [String(given.text)] : [];
}
