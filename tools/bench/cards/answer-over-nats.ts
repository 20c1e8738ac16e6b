// The server of a baseline: the statements of a read for each message, without Nest.
import { Pool } from 'pg';
import { connectNats } from '../../connect-nats.ts';
import { answerParent } from '../worker.ts';

export interface Baseline {
  nats: string;
  subject: string;
  database: string;
  /** As many as the service has. */
  pool: number;
  /** Sent one after the other. Those with a name are parsed once by each session. */
  statements: { text: string; name?: string }[];
}

answerParent(async ({ nats, subject, database, pool: max, statements }: Baseline): Promise<string> => {
  const pool = new Pool({ connectionString: database, max });
  const connection = await connectNats(nats, { noAsyncTraces: true });
  /** A question has the values of each statement. The answer has the rows of each. */
  const answer = async (question: string): Promise<unknown[][]> => {
    const values = JSON.parse(question) as unknown[][];
    const rows: unknown[][] = [];
    for (const [place, statement] of statements.entries())
      rows.push((await pool.query<object>({ ...statement, values: values[place] ?? [] })).rows);
    return rows;
  };
  connection.subscribe(subject, {
    queue: 'bench',
    callback: (_error, message) => {
      answer(message.string()).then(
        (rows) => message.respond(JSON.stringify({ rows })),
        (error: unknown) => message.respond(JSON.stringify({ error: String(error) })),
      );
    },
  });
  await connection.flush();
  return 'ready';
});
