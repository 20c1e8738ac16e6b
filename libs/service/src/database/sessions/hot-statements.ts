import type { Client } from 'pg';

/** A statement gets a name when it has run this often. */
const often = 20;
/** Each session keeps the plan of each name. */
const mostNames = 150;
const mostCounted = 2_000;
/** Others run seldom, or cannot be prepared. */
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;

/** Counts the statements of a pool, and names those that run often: a session parses and plans a named one only once. */
export class HotStatements {
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** The name of a statement that runs often. Called for each run. */
  nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size === mostNames) return name;
    const count = (this.counts.get(text) ?? 0) + 1;
    // Texts with a list of values of changing length are many, and none of them runs often.
    if (this.counts.size === mostCounted) this.counts.clear();
    this.counts.set(text, count);
    if (count < often || !preparable.test(text)) return undefined;
    this.counts.delete(text);
    this.names.set(text, `hot ${this.names.size}`);
    return this.names.get(text);
  }
}

type Query = (query: unknown, values?: unknown[], callback?: unknown) => unknown;

/** Runs the statements of a session by their names where they have one. */
export function nameHotStatements(session: Client, hot: HotStatements): void {
  const query = session.query.bind(session) as unknown as Query;
  const stale = new Set<string>();
  const named: Query = (text, values, callback) => {
    const name = typeof text === 'string' && callback === undefined && !stale.has(text) ? hot.nameOf(text) : undefined;
    if (name === undefined) return query(text, values, callback);
    const inTransaction = session.getTransactionStatus() !== 'I';
    return (query({ name, text, values: values ?? [] }) as Promise<unknown>).catch((error: unknown) => {
      if (!isStale(error)) throw error;
      // The session can neither use the plan nor take another one under its name.
      stale.add(text as string);
      if (inTransaction) throw error;
      return query(text, values);
    });
  };
  session.query = named as unknown as Client['query'];
}

/** True when a newer release has changed the types of the result. */
function isStale(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '0A000' || error.code === '26000');
}
