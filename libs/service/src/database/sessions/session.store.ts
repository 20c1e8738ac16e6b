import type { Client } from 'pg';

const answerMs = 2_000;

/** Says whether the server of a session takes writes. SQL because it concerns no table. A standby answers `on`. */
export async function takesWrites(session: Client): Promise<boolean> {
  const question = { text: 'SHOW transaction_read_only', query_timeout: answerMs };
  const { rows } = await session.query<{ transaction_read_only: string }>(question);
  return rows[0]?.transaction_read_only === 'off';
}
