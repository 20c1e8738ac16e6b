import { Transactions } from '@ces/messaging/storage/transactions';
import { written } from '@ces/service/timeline/timeline.store';
import { Injectable } from '@nestjs/common';
import { grantMonthsLock } from '../judging/retention/grant-retention.service.js';
import { ledgerMonthsLock } from '../stacks/retention/ledger-retention.service.js';

/** A user's rows in these tables are deleted. A code that was taken is not given to another user. */
const tables = [
  'backtest_counter',
  'backtest_grant',
  'campaign_counter',
  'carried_grant',
  'event_outcome',
  'coupon_slip',
  'ledger',
  'balance',
  'carried_balance',
  'survey_asked',
  'survey_answer',
];

/** The most rows of a chunk of an export. */
const atOnce = 500;

interface ExportPart {
  name: string;
  query: string;
}

interface ExportChunk {
  name: string;
  isLast: boolean;
  items: { key: string; item: object }[];
}

/** Items of a part are ordered by their key. */
const exportParts: ExportPart[] = [
  {
    name: 'coupon_slips',
    query: `SELECT s.id::text AS key, json_build_object('id', s.id, 'couponId', s.coupon_id, 'title', c.title,
              'code', s.code, 'state', s.state, 'isRead', s.is_read, 'isDeleted', s.is_deleted,
              'campaign_id', s.campaign_id, 'event_id', s.event_id,
              'claimed_at', ${written('s.claimed_at')}, 'expires_at', ${written('s.expires_at')},
              'redeemed_at', ${written('s.redeemed_at')}) AS item
              FROM coupon_slip s JOIN coupon c ON c.id = s.coupon_id WHERE s.user_id = $1`,
  },
  {
    name: 'transactions',
    query: `SELECT id::text AS key, json_build_object('id', id, 'stack_id', stack_id, 'block_id', block_id,
              'value', value, 'campaign_id', campaign_id, 'event_id', event_id, 'reason', reason,
              'created', ${written('created_at')}) AS item
              FROM ledger WHERE user_id = $1`,
  },
  {
    name: 'balances',
    query: `SELECT block_id::text AS key, json_strip_nulls(json_build_object('block_id', block_id, 'value', b.value,
              'dropped_transactions', c.value)) AS item
              FROM balance b LEFT JOIN carried_balance c USING (user_id, block_id) WHERE user_id = $1`,
  },
  {
    name: 'surveys_asked',
    query: `SELECT survey_id::text AS key, json_build_object('survey_id', survey_id, 'campaign_id', campaign_id,
              'event_id', event_id, 'asked_at', ${written('asked_at')}) AS item FROM survey_asked WHERE user_id = $1`,
  },
  {
    name: 'survey_answers',
    query: `SELECT survey_id || ' ' || question_id AS key, json_build_object('survey_id', survey_id,
              'question_id', question_id, 'answer_id', answer_id, 'answered_at', ${written('answered_at')}) AS item
              FROM survey_answer WHERE user_id = $1`,
  },
  {
    name: 'outcomes',
    query: `SELECT event_id::text AS key, json_build_object('event_id', event_id, 'trigger', trigger,
              'occurred_at', ${written('occurred_at')}, 'campaigns', outcomes) AS item FROM event_outcome WHERE user_id = $1`,
  },
  {
    name: 'counters',
    query: `SELECT campaign_id || ' ' || what AS key, json_build_object('campaign_id', campaign_id, 'what', what,
              'used', used) AS item
              FROM (SELECT campaign_id, what, used FROM campaign_counter WHERE user_id = $1
                    UNION ALL SELECT campaign_id, 'dropped grants', grants FROM carried_grant WHERE user_id = $1) AS counted`,
  },
  {
    name: 'grants',
    query: `SELECT campaign_id || ' ' || event_id AS key, json_build_object('campaign_id', campaign_id,
              'event_id', event_id, 'version', version, 'occurred_at', ${written('occurred_at')}) AS item
              FROM campaign_grant WHERE user_id = $1`,
  },
];

/** The data of a user in all tables of the service. SQL because it covers the tables of several slices. */
@Injectable()
export class UserDataStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Deletes the user's rows. Grants stay without the user, because budgets are counted from them. No month of grants or of
   * the ledger is added up meanwhile.
   */
  async erase(userId: string): Promise<void> {
    const tx = this.transactions.open;
    const locks = [grantMonthsLock, ledgerMonthsLock];
    await tx.query('SELECT pg_advisory_xact_lock_shared(lock) FROM unnest($1::bigint[]) AS x(lock)', [locks]);
    for (const table of tables) await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    await tx.query(`UPDATE campaign_grant SET user_id = '' WHERE user_id = $1`, [userId]);
  }

  /** Deletes recorded answers in which the user occurs. They live for a day and are few, so that all can be read. */
  async eraseAnswers(userId: string): Promise<void> {
    await this.transactions.open.query('DELETE FROM idempotency_key WHERE strpos(answer, $1) > 0', [userId]);
  }

  /** The next items of a part after this key, as many as fit into a reply. Undefined when there are fewer parts. */
  async exportChunk(index: number, userId: string, after: string): Promise<ExportChunk | undefined> {
    const part = exportParts[index];
    if (!part) return undefined;
    const items = await this.transactions.current.query<ExportChunk['items']>(
      `SELECT * FROM (SELECT key, item, sum(octet_length(item::text)) OVER (ORDER BY key COLLATE "C") AS bytes
                        FROM (SELECT * FROM (${part.query}) all_of_kind WHERE key COLLATE "C" > $2
                               ORDER BY key COLLATE "C" LIMIT ${atOnce}) chunk) page
        WHERE bytes - octet_length(item::text) < 400000 ORDER BY key COLLATE "C"`,
      [userId, after],
    );
    return { name: part.name, isLast: index === exportParts.length - 1, items };
  }
}
