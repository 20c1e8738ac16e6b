import type { Session } from './session.js';

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

interface SessionState {
  id: number;
  takesWrites: boolean;
}

/** Says what a new session is. SQL because it concerns no table. A standby takes no writes. */
export async function stateOf(session: Session): Promise<SessionState> {
  const text = `SELECT pg_backend_pid() AS id, current_setting('transaction_read_only') = 'off' AS "takesWrites"`;
  const question = { text, query_timeout: answerMs };
  const { rows } = await session.query<SessionState>(question);
  const [state] = rows;
  if (!state) throw new Error('PostgreSQL does not say what a session is');
  return state;
}

/**
 * Those sessions on whose statements the server works, as far as it knows; all of them behind a pooler. SQL because it
 * concerns no table.
 */
export async function workingAmong(probe: Session, sessions: Session[]): Promise<Session[]> {
  const text = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state IN ('active', 'disabled')`;
  const { rows } = await probe.query<{ pid: number }>(text, [sessions.map(({ id }) => id ?? 0)]);
  const working = new Set(rows.map(({ pid }) => pid));
  return sessions.filter(({ id }) => id === undefined || working.has(id));
}
