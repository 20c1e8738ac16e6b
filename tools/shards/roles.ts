// Where each table would stand if the databases were distributed by user. The spec fails for a table that has neither a
// column `user_id` nor a line here.

export type Role =
  /** Distributed by the column that names the user. */
  | { kind: 'user'; column: string }
  /** Large, without a user: distributed by a column of its own. */
  | { kind: 'own key'; column: string }
  /** Small, read much and written little: a copy on each shard. */
  | { kind: 'reference' }
  /** Bookkeeping and work queues: in one place. */
  | { kind: 'one place' };

const reference = [
  'campaign',
  'campaign_epoch',
  'campaign_registration',
  'campaign_run',
  'campaign_version',
  'card_definition',
  'card_tier',
  'client',
  'coupon',
  'definition_epoch',
  'definition_owner',
  'definition_use',
  'event_definition',
  'listener',
  'operator',
  'operator_connection',
  'optin',
  'optin_text',
  'own_mail_text',
  'portal_session',
  'provider',
  'retired_definition',
  'segment',
  'segment_use',
  'signing_key',
  'stack',
  'stack_block',
  'survey',
  'webhook',
  // Hashes of users, kept for days (erased) or for as long as an account is closed: few, and read by hash beside any table.
  'closed_user',
  'erased_user',
];

const onePlace = [
  // Tables that every service has.
  'dead_letter',
  'erased_fact',
  'idempotency_key',
  'inbox',
  'lease',
  'migrations',
  'outbox',
  'relay_state',
  // Work and counts of one service.
  'attempt',
  'audit',
  'coupon_code_import',
  'coupon_code_import_fault',
  'coupon_code_import_line',
  'backtest',
  'campaign_stat',
  'campaign_stat_increment',
  'card_import_number',
  // Queues of work, which are small.
  'erasure',
  'forgotten_password',
  'mail_outbox',
  'resend_request',
  'user_entry',
  'wrong_password',
  'connection_walk',
  'coupon_stock_low',
  'delivery',
  'lane',
  'erased_owner',
  'erasure_receipt',
  'event_log_position',
  'event_stat',
  'event_stat_position',
  'file',
  'job',
  'log_clock',
  'log_head',
  'mail_place',
  'member_import',
  'member_import_fault',
  'member_import_line',
  'operator_passkey',
  'operator_session',
  'reconciliation_run',
  'revocation',
  'set_aside',
  'tally',
  'webhook_stat',
  'webhook_stat_position',
  'webhook_warning',
];

const ownKey: Record<string, string> = {
  card: 'id',
  card_miss: 'user_hash',
  coupon_code: 'coupon_id',
  event_key: 'key',
  known_user: 'user_hash',
  nonce: 'hash',
  oauth_payload: 'id',
  // The table of identifiers of each upload.
  file_of_upload: 'identifier',
};

/** How names of sequences end. */
export const sequence = '_seq';

/** Tables whose user stands in another column than `user_id`. */
const userColumns: Record<string, string> = { app_user: 'id' };

export function roleOf(table: string, columns: ReadonlySet<string>): Role | undefined {
  if (reference.includes(table)) return { kind: 'reference' };
  if (onePlace.includes(table) || table.endsWith(sequence)) return { kind: 'one place' };
  const key = ownKey[table];
  if (key !== undefined) return { kind: 'own key', column: key };
  const column = userColumns[table] ?? 'user_id';
  return columns.has(column) ? { kind: 'user', column } : undefined;
}
