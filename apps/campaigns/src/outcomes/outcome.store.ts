import { arrayOfJson, plainArray, textArray } from '@ces/messaging/storage/arrays';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { StoredOutcome } from './stored-outcome.js';

export interface JudgedEvent {
  id: string;
  userId: string;
  at: Date;
  trigger: string;
  outcomes: StoredOutcome[];
}

export interface OutcomeRow {
  outcomes: StoredOutcome[] | null;
  judged: boolean;
}

/** Outcomes of events. SQL because the table is partitioned, and a set of events is written in one statement. */
@Injectable()
export class OutcomeStore {
  constructor(private readonly transactions: Transactions) {}

  /** Writes one row per event, however many campaigns refused it. */
  async record(events: JudgedEvent[]): Promise<void> {
    await this.transactions.late(
      `INSERT INTO event_outcome (event_id, user_id, occurred_at, trigger, outcomes)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::json[])`,
      [
        plainArray(events.map(({ id }) => id)),
        textArray(events.map(({ userId }) => userId)),
        plainArray(events.map(({ at }) => at.toISOString())),
        textArray(events.map(({ trigger }) => trigger)),
        arrayOfJson(events.map(({ outcomes }) => JSON.stringify(outcomes))),
      ],
    );
  }

  /**
   * Returns the outcomes of these events of a user, in the order given, and whether each event was judged. A grant is an
   * outcome if it names its version; earlier ones have a row. A dead letter that is replayed may have two outcomes of a
   * campaign: a grant is the last one. An event was judged if the inbox has it, or if it is older than
   * the rows of the inbox and is no dead letter.
   */
  find(
    userId: string,
    events: { id: string; moment: Date }[],
    { rememberedFrom, keptFrom }: { rememberedFrom: Date; keptFrom: Date },
  ): Promise<OutcomeRow[]> {
    return this.transactions.current.query(
      `WITH outcome AS MATERIALIZED (
         SELECT event_id, outcomes FROM event_outcome WHERE user_id = $1 AND event_id = ANY($2)
         UNION ALL
         SELECT event_id, json_build_array(json_build_object('campaign_id', campaign_id, 'version', version, 'matched', true))
           FROM campaign_grant WHERE user_id = $1 AND event_id = ANY($2) AND version IS NOT NULL AND occurred_at >= $5
       )
       SELECT (SELECT json_agg(each ORDER BY each->>'campaign_id', each->>'matched')
                 FROM outcome, json_array_elements(outcomes) AS each WHERE event_id = x.id) AS outcomes,
              EXISTS (SELECT FROM inbox WHERE message_id = x.id) OR
                (x.moment < $4 AND x.id <> ALL (ARRAY(SELECT message_id FROM dead_letter WHERE message_id = ANY($2)))) AS judged
         FROM unnest($2::uuid[], $3::timestamptz[]) WITH ORDINALITY AS x(id, moment, place) ORDER BY x.place`,
      [userId, events.map(({ id }) => id), events.map(({ moment }) => moment), rememberedFrom, keptFrom],
    );
  }
}
