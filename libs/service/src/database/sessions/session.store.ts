import type { Session } from './session.js';

const answerMs = 2_000;

/** A frozen process, or one whose host is gone, must not hold locks for long. */
const idleInTransaction = '15s';

/** A transaction that waits longer for another service sets its own timeout. */
export const sessionOptions = [
  'synchronous_commit=on',
  `idle_in_transaction_session_timeout=${idleInTransaction}`,
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/** TypeORM opens and ends a transaction with these statements. */
export const begin = 'START TRANSACTION';
export const commit = 'COMMIT';
export const rollback = 'ROLLBACK';

/** For a session of a pooler, which takes no options. It is one message, so it costs no more time. */
export const beginWithSettings = `${begin}; SET LOCAL synchronous_commit = on; SET LOCAL idle_in_transaction_session_timeout = '${idleInTransaction}'`;

interface SessionState {
  id: number;
  takesWrites: boolean;
}

/** SQL because it concerns no table. A standby takes no writes. */
export async function stateOf(session: Session): Promise<SessionState> {
  const text = `SELECT pg_backend_pid() AS id, current_setting('transaction_read_only') = 'off' AS "takesWrites"`;
  const question = { text, query_timeout: answerMs };
  const { rows } = await session.query<SessionState>(question);
  const [state] = rows;
  if (!state) throw new Error('PostgreSQL did not describe its new session');
  return state;
}

/**
 * Returns the sessions on whose statements the server works, as far as it knows; behind a pooler, all of them. SQL
 * because it concerns no table.
 */
export async function workingAmong(probe: Session, sessions: Session[]): Promise<Session[]> {
  const text = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state IN ('active', 'disabled')`;
  const { rows } = await probe.query<{ pid: number }>(text, [sessions.map(({ id }) => id ?? 0)]);
  const working = new Set(rows.map(({ pid }) => pid));
  return sessions.filter(({ id }) => id === undefined || working.has(id));
}
