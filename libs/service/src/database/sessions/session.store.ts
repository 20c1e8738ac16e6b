import type { Client } from 'pg';

const answerMs = 2_000;

/** A frozen process, or one whose host is gone, must not hold locks for long. */
const idleInTransaction = '15s';

/** The settings of each session. A transaction that waits longer for another service sets its own time. */
export const sessionOptions = [
  'synchronous_commit=on',
  `idle_in_transaction_session_timeout=${idleInTransaction}`,
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** The statement with which TypeORM opens a transaction. */
export const begin = 'START TRANSACTION';

/** The same where the session belongs to a pooler, which takes no options. One message, so it costs no more time. */
export const beginWithSettings = `${begin}; SET LOCAL synchronous_commit = on; SET LOCAL idle_in_transaction_session_timeout = '${idleInTransaction}'`;

/** Says whether the server of a session takes writes. SQL because it concerns no table. A standby answers `on`. */
export async function takesWrites(session: Client): Promise<boolean> {
  const question = { text: 'SHOW transaction_read_only', query_timeout: answerMs };
  const { rows } = await session.query<{ transaction_read_only: string }>(question);
  return rows[0]?.transaction_read_only === 'off';
}
