// The part of psql that init.sh needs, so that its spec runs where psql is not installed. The environment names the
// server, as for psql. An unknown command is an error.
import { text } from 'node:stream/consumers';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

const variables = new Map<string, string | undefined>(
  process.argv.flatMap((argument) => {
    const [, name, value] = /^--set=(\w+)=(.+)$/.exec(argument) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  }),
);

function valueOf(name: string): string {
  const value = variables.get(name);
  if (value === undefined) throw new Error(`the variable ${name} is not set`);
  return value;
}

function interpolated(sql: string): string {
  return sql
    .replaceAll(/:'(\w+)'/g, (_, name: string) => escapeLiteral(valueOf(name)))
    .replaceAll(/:"(\w+)"/g, (_, name: string) => escapeIdentifier(valueOf(name)));
}

/** A variable from the environment, or a statement; \gexec runs the statement's result. */
const step = /\\getenv (\w+) (\w+)\n|([^\\;]+)(;|\\gexec)\n/y;

const client = new Client({ database: 'postgres' });
await client.connect();
try {
  const script = await text(process.stdin);
  while (step.lastIndex < script.length) {
    const found = step.exec(script);
    if (!found) throw new Error('the script needs something that only psql can do');
    const [, variable, from = '', sql, end] = found;
    if (variable !== undefined) variables.set(variable, process.env[from]);
    if (sql === undefined) continue;
    const { rows } = await client.query<string[]>({ text: interpolated(sql), rowMode: 'array' });
    if (end === '\\gexec') for (const [statement = ''] of rows) await client.query(statement);
  }
} finally {
  await client.end();
}
