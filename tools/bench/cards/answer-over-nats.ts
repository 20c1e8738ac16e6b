// The server of the baseline: one query by an index for each message, without Nest.
import { Pool } from 'pg';
import { connectNats } from '../../connect-nats.ts';
import { answerParent } from '../worker.ts';

export interface Baseline {
  nats: string;
  subject: string;
  database: string;
  /** As many as the cards service has. */
  pool: number;
}

const statement = `SELECT c.id, c.identifier, c.state, c.expiration, c.tier_id, c.created_at, c.updated_at, h.featured
                     FROM card_holder h JOIN card c ON c.id = h.card_id WHERE h.user_id = $1`;

answerParent(async ({ nats, subject, database, pool: max }: Baseline): Promise<string> => {
  const pool = new Pool({ connectionString: database, max });
  const connection = await connectNats(nats, { noAsyncTraces: true });
  connection.subscribe(subject, {
    queue: 'bench',
    callback: (_error, message) => {
      pool.query(statement, [message.string()]).then(
        ({ rows }) => message.respond(JSON.stringify({ cards: rows })),
        (error: unknown) => message.respond(JSON.stringify({ error: String(error) })),
      );
    },
  });
  await connection.flush();
  return 'ready';
});
