// The statements that a row really sends, as PostgreSQL counts them. The stack must run with `countingStatements`.
import type { Client } from 'pg';

export interface Seen {
  /** The texts by PostgreSQL's id of a statement, which does not depend on who sends it. */
  texts: Map<string, string>;
  statements: number;
  /** Transactions that began with BEGIN. Another statement is a transaction by itself. */
  blocks: number;
  /** How often PostgreSQL made a plan. A statement with a name does so a few times. */
  plans: number;
}

/** Chores of services and DISCARD PLANS run less often than this for a read. */
const rare = 0.01;

export async function beginCounting(client: Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query('SELECT pg_stat_statements_reset()');
}

export async function statementsSeen(client: Client, database: string, reads: number): Promise<Seen> {
  const { rows } = await client.query<{ id: string; text: string; calls: number; plans: number }>(
    `SELECT queryid::text AS id, min(query) AS text, sum(calls)::float8 AS calls, sum(plans)::float8 AS plans
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE datname = $1 GROUP BY 1
     HAVING sum(calls) > $2`,
    [database, rare * reads],
  );
  const isBegin = ({ text }: { text: string }): boolean => /^(begin|start)/i.test(text);
  const isWork = ({ text }: { text: string }): boolean => !/^(begin|start|commit|rollback)/i.test(text);
  const sum = (some: typeof rows, figure: 'calls' | 'plans'): number =>
    some.reduce((total, row) => total + row[figure], 0) / reads;
  return {
    texts: new Map(rows.filter(isWork).map(({ id, text }) => [id, text])),
    statements: sum(rows.filter(isWork), 'calls'),
    blocks: sum(rows.filter(isBegin), 'calls'),
    plans: sum(rows, 'plans'),
  };
}

/** Whether both sent the same statements, however often. */
export function areSame(product: Seen, ceiling: Seen): boolean {
  return [...product.texts.keys()].sort().join() === [...ceiling.texts.keys()].sort().join();
}
