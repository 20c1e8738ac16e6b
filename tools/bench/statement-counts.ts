// The statements of all services, as PostgreSQL itself counts them. The stack must run with `countingStatements`.
import { databaseUrl, withClient } from './ingest/ceiling-database.ts';
import { table } from './report-parts.ts';

interface Statement {
  service: string;
  text: string;
  calls: number;
  milliseconds: number;
}

const named = 40;

/** A stack with these settings counts statements. */
export const countingStatements = {
  postgresSettings: {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '2000',
    'pg_stat_statements.track_planning': 'on',
  },
};

export class StatementCounts {
  readonly #server: string;

  private constructor(server: string) {
    this.#server = server;
  }

  static async begin(server: string): Promise<StatementCounts> {
    await ask(server, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await ask(server, 'SELECT pg_stat_statements_reset()');
    return new StatementCounts(server);
  }

  async perEvent(events: number): Promise<string[]> {
    const statements = await ask<Statement>(
      this.#server,
      `SELECT datname AS service, regexp_replace(query, '\\s+', ' ', 'g') AS text, calls::float8 AS calls,
              total_exec_time + total_plan_time AS milliseconds
         FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE datname <> 'postgres'
        ORDER BY calls DESC`,
    );
    const each = (value: number): string => (value / events).toFixed(3);
    const services = Map.groupBy(statements, ({ service }) => service);
    const sum = (some: Statement[], key: 'calls' | 'milliseconds'): number => some.reduce((a, b) => a + b[key], 0);
    return [
      '',
      ...table([
        ['for each event', 'statements', 'ms in them'],
        ['all', each(sum(statements, 'calls')), each(sum(statements, 'milliseconds'))],
        ...[...services].map(([service, some]) => [service, each(sum(some, 'calls')), each(sum(some, 'milliseconds'))]),
      ]),
      '',
      ...table([
        ['for each event', 'calls', 'ms', 'statement'],
        ...statements
          .slice(0, named)
          .map(({ service, text, calls, milliseconds }) => [
            service,
            each(calls),
            each(milliseconds),
            text.slice(0, 110),
          ]),
      ]),
    ];
  }
}

async function ask<Row extends object>(server: string, statement: string): Promise<Row[]> {
  return withClient(databaseUrl(server, 'postgres'), async (client) => (await client.query<Row>(statement)).rows);
}
