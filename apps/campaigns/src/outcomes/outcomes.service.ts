import type { Outcome, OutcomesOf } from '@ces/contracts/campaigns/campaign-outcomes';
import { factRetentionMs } from '@ces/messaging/facts/streams';
import { isUuid } from '@ces/service/database/uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { fromStored, type StoredOutcome } from './stored-outcome.js';

interface Row {
  outcomes: StoredOutcome[] | null;
  judged: boolean;
}

/** The inbox knows for so long what was judged. */
const rememberedMs = 2 * factRetentionMs;

@Injectable()
export class OutcomesService {
  constructor(private readonly database: DataSource) {}

  /**
   * An event that no campaign ran for has left no row, only its mark in the inbox. One that the inbox has forgotten was
   * judged, unless it lies among the dead letters: NATS has forgotten it, too.
   */
  async of({ user_id, event_ids }: OutcomesOf): Promise<(Outcome[] | null)[]> {
    const ids = event_ids.map((id) => (isUuid(id) ? id : nobody));
    const rows = await this.database.query<Row[]>(
      `SELECT (SELECT outcomes FROM event_outcome WHERE user_id = $1 AND event_id = x.id LIMIT 1) AS outcomes,
              EXISTS (SELECT FROM inbox WHERE message_id = x.id) OR
                (x.moment < $4 AND x.id <> ALL (ARRAY(SELECT message_id FROM dead_letter WHERE message_id = ANY($2)))) AS judged
         FROM unnest($2::uuid[], $3::timestamptz[]) WITH ORDINALITY AS x(id, moment, place) ORDER BY x.place`,
      [user_id, ids, ids.map(momentOf), new Date(Date.now() - rememberedMs)],
    );
    const names = await this.namesIn(rows);
    const known = (stored: StoredOutcome) => fromStored(stored, names.get(stored.campaign_id) ?? '');
    return fitting(rows.map(({ outcomes, judged }) => outcomes?.map(known) ?? (judged ? [] : null)));
  }

  private async namesIn(rows: Row[]): Promise<Map<string, string>> {
    const ids = new Set(rows.flatMap(({ outcomes }) => outcomes ?? []).map(({ campaign_id }) => campaign_id));
    if (ids.size === 0) return new Map();
    const campaigns = await this.database.query<{ id: string; name: string }[]>(
      'SELECT id, name FROM campaign WHERE id = ANY($1::uuid[])',
      [[...ids]],
    );
    return new Map(campaigns.map(({ id, name }) => [id, name]));
  }
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** Ids of events begin with their time. */
function momentOf(id: string): Date {
  return new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));
}

/** A reply must stay under 1 MiB; the outcomes of one event do. */
const replyBytes = 500_000;

function fitting<T>(items: T[]): T[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > replyBytes;
  });
  return end < 0 ? items : items.slice(0, end);
}
