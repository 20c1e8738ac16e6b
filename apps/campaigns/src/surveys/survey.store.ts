import type { EntityManager } from 'typeorm';

export interface Asking {
  user_id: string;
  survey_id: string;
  campaign_id: string;
  event_id: string;
}

/** Asked again, it is asked as of now. */
export async function askSurveys(tx: EntityManager, asked: Asking[]): Promise<void> {
  if (asked.length === 0) return;
  await tx.query(
    `INSERT INTO survey_asked (user_id, survey_id, campaign_id, event_id, asked_at)
     SELECT DISTINCT ON (user_id COLLATE "C", survey_id) user_id, survey_id, campaign_id, event_id, now()
       FROM json_to_recordset($1) AS x(user_id text, survey_id uuid, campaign_id uuid, event_id uuid)
      ORDER BY user_id COLLATE "C", survey_id
     ON CONFLICT (user_id, survey_id)
     DO UPDATE SET asked_at = now(), campaign_id = excluded.campaign_id, event_id = excluded.event_id`,
    [JSON.stringify(asked)],
  );
}
