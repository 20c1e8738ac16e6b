import type { EntityManager } from 'typeorm';
import type { Over } from './mail-limits.js';
import type { MailKind } from './mail-kinds.js';

interface Postponed {
  kind: MailKind;
  mails: number;
  /** Those of them that the sender had taken. */
  taken: string[] | null;
}

/**
 * Puts off all due mails that wait for the same limit, so that they hold up no other mails: as many as the limit has
 * places at its next free place, and the others a period later each. Neither a mail nor its nonce expires meanwhile. SQL
 * because there may be thousands. A row that another transaction holds is left: its mail is taken later.
 */
export function postponeMails(tx: EntityManager, over: Over, taken: string[]): Promise<Postponed[]> {
  return tx.query<Postponed[]>(
    `WITH waiting AS (
       SELECT id, due_at FROM mail_outbox m
       WHERE ${over.of} = $1 AND (due_at <= now() OR id = ANY ($2::uuid[])) AND expires_at > now()
         AND NOT EXISTS (SELECT FROM mail_place WHERE mail_id = m.id)
       FOR UPDATE SKIP LOCKED),
     ranked AS (
       SELECT id, $3::timestamptz + make_interval(secs => $5 * div(row_number() OVER (ORDER BY due_at, id) - 1, $4)::float8) AS due
       FROM waiting),
     postponed AS (
       UPDATE mail_outbox m SET due_at = due, expires_at = due + make_interval(hours => coalesce(hours, 0)),
         attempts = attempts - CASE WHEN m.id = ANY ($2::uuid[]) THEN 1 ELSE 0 END
       FROM ranked WHERE m.id = ranked.id RETURNING m.id, m.user_id, m.kind, m.expires_at),
     nonces AS (
       SELECT n.hash, p.expires_at FROM nonce n JOIN postponed p ON n.user_id = p.user_id
         AND n.purpose = CASE p.kind WHEN 'activation' THEN 'activation' ELSE 'delete_request' END
       WHERE n.used_at IS NULL AND n.expires_at > now() FOR UPDATE OF n SKIP LOCKED),
     prolonged AS (
       UPDATE nonce n SET expires_at = greatest(n.expires_at, nonces.expires_at) FROM nonces WHERE n.hash = nonces.hash)
     SELECT kind, count(*)::int AS mails, array_agg(id) FILTER (WHERE id = ANY ($2::uuid[])) AS taken
     FROM postponed GROUP BY kind`,
    [over.value, taken, over.until, over.places, over.seconds],
  );
}
