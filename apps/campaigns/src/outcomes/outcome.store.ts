import type { Outcome } from '@ces/contracts/campaigns/campaign-outcomes';
import type { EntityManager } from 'typeorm';
import type { Occurrence } from '../runs/occurrence.js';
import { toStored } from './stored-outcome.js';

/** One row for each event that some campaign ran for, however many they were. */
export async function writeOutcomes<Verdict>(
  tx: EntityManager,
  verdicts: Map<Occurrence, Verdict[]>,
  toOutcome: (verdict: Verdict) => Outcome,
): Promise<void> {
  if (verdicts.size === 0) return;
  await tx.query(
    `INSERT INTO event_outcome (event_id, user_id, occurred_at, trigger, outcomes)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::json[])`,
    [
      [...verdicts.keys()].map(({ id }) => id),
      [...verdicts.keys()].map(({ userId }) => userId),
      [...verdicts.keys()].map(({ at }) => new Date(at)),
      [...verdicts.keys()].map(({ trigger }) => trigger),
      [...verdicts.values()].map((some) => JSON.stringify(some.map((verdict) => toStored(toOutcome(verdict))))),
    ],
  );
}
