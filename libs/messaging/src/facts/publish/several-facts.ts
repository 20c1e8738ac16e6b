/** Joins the ids of the facts of each row, as `fact_id`. Stands behind `FROM outbox`. */
export const eachId = 'CROSS JOIN LATERAL unnest(coalesce(message_ids, ARRAY[message_id])) AS each_id (fact_id)';

/** Joins the facts of each row, as `fact_id` and `fact_payload`. Stands behind `FROM outbox`. */
export const eachFact = `
  CROSS JOIN LATERAL (
    SELECT outbox.message_id, outbox.payload WHERE message_ids IS NULL
    UNION ALL
    SELECT several.id, several.payload
      FROM json_to_recordset(CASE WHEN message_ids IS NOT NULL THEN outbox.payload::json END) AS several (id uuid, payload text)
  ) AS each_fact (fact_id, fact_payload)`;
