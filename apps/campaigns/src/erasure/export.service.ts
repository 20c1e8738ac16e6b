import type { DataOf } from '@ces/contracts/identity/erasure';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Part {
  name: string;
  query: string;
}

const atOnce = 500;

/** Kind by kind, each in the order of its key, so that a part goes on where the one before ended. */
const parts: Part[] = [
  {
    name: 'coupon_slips',
    query: `SELECT s.id::text AS key, json_build_object('id', s.id, 'couponId', s.coupon_id, 'title', c.title,
              'code', s.code, 'state', s.state, 'isRead', s.is_read, 'isDeleted', s.is_deleted,
              'campaign_id', s.campaign_id, 'event_id', s.event_id, 'claimed', s.claimed_at,
              'expires', s.expires_at, 'redeemed', s.redeemed_at) AS item
              FROM coupon_slip s JOIN coupon c ON c.id = s.coupon_id WHERE s.user_id = $1`,
  },
  {
    name: 'transactions',
    query: `SELECT id::text AS key, json_build_object('id', id, 'stack_id', stack_id, 'block_id', block_id,
              'value', value, 'campaign_id', campaign_id, 'event_id', event_id, 'created', created_at) AS item
              FROM ledger WHERE user_id = $1`,
  },
  {
    name: 'balances',
    query: `SELECT block_id::text AS key, json_build_object('block_id', block_id, 'value', value) AS item
              FROM balance WHERE user_id = $1`,
  },
  {
    name: 'surveys_asked',
    query: `SELECT survey_id::text AS key, json_build_object('survey_id', survey_id, 'campaign_id', campaign_id,
              'event_id', event_id, 'asked', asked_at) AS item FROM survey_asked WHERE user_id = $1`,
  },
  {
    name: 'survey_answers',
    query: `SELECT survey_id || ' ' || question_id AS key, json_build_object('survey_id', survey_id,
              'question_id', question_id, 'answer_id', answer_id, 'answered', answered_at) AS item
              FROM survey_answer WHERE user_id = $1`,
  },
  {
    name: 'outcomes',
    query: `SELECT event_id::text AS key, json_build_object('event_id', event_id, 'trigger', trigger,
              'occurred', occurred_at, 'campaigns', outcomes) AS item FROM event_outcome WHERE user_id = $1`,
  },
  {
    name: 'counters',
    query: `SELECT campaign_id || ' ' || what AS key, json_build_object('campaign_id', campaign_id, 'what', what,
              'used', used) AS item FROM campaign_counter WHERE user_id = $1`,
  },
  {
    name: 'grants',
    query: `SELECT campaign_id || ' ' || event_id AS key, json_build_object('campaign_id', campaign_id,
              'event_id', event_id, 'occurred', occurred_at) AS item FROM campaign_grant WHERE user_id = $1`,
  },
];

@Injectable()
export class ExportService {
  constructor(private readonly database: DataSource) {}

  /** A part of one kind; the cursor says which kind, and after which key. */
  async of({ user_id, cursor = '0 ' }: DataOf): Promise<object & { next: string | null }> {
    const space = cursor.indexOf(' ');
    const index = Number(cursor.slice(0, space));
    const part = parts[index];
    if (!part) return { next: null };
    const rows = await this.database.query<{ key: string; item: object }[]>(
      `SELECT * FROM (SELECT key, item, sum(octet_length(item::text)) OVER (ORDER BY key COLLATE "C") AS bytes
                        FROM (SELECT * FROM (${part.query}) all_of_kind WHERE key COLLATE "C" > $2
                               ORDER BY key COLLATE "C" LIMIT ${atOnce}) chunk) page
        WHERE bytes - octet_length(item::text) < 400000 ORDER BY key COLLATE "C"`,
      [user_id, cursor.slice(space + 1)],
    );
    const last = rows.at(-1);
    const more = last ? `${index} ${last.key}` : index + 1 < parts.length ? `${index + 1} ` : null;
    return { [part.name]: rows.map((row) => row.item), next: more };
  }
}
