import { couponSlipClaimed, transactionCreated, type CouponSlip } from '@ces/contracts/campaigns/campaigns';
import { newId } from '@ces/messaging/storage/ids';
import { newFact, type NewFact, type Outbox } from '@ces/messaging/facts/outbox';
import type { EntityManager } from 'typeorm';
import { insertSlips, type NewSlip } from '../../coupons/slip.store.js';
import { insertEntries, type NewEntry } from '../../stacks/ledger.store.js';
import { addToTallies, type Tallied } from '../../tallies/tally.store.js';
import { askSurveys, type Asking } from '../../surveys/survey.store.js';
import type { DueEffect } from '../match/assess.js';
import { codesNeeded, costOf, type Claim } from '../count/decide.js';

/** Writes what is granted, and tells of it in the order in which it was granted. */
export async function grant(
  tx: EntityManager,
  outbox: Outbox,
  granted: Claim[],
  codes: Map<string, string[]>,
): Promise<void> {
  if (granted.length === 0) return;
  await insertGrants(tx, granted);
  await addToTallies(tx, granted.flatMap(talliesOf));
  const { slips, entries, asked, told } = partsOf(granted, codes);
  const written = await insertSlips(tx, slips);
  await insertEntries(tx, entries);
  await askSurveys(tx, asked);
  await outbox.addAll(told.map((tell) => tell(written)));
}

function talliesOf({ run, due }: Claim): Tallied[] {
  const { coupons, points } = costOf(due);
  const whole = { owner: run.campaignId };
  return [
    { ...whole, what: 'grants', amount: 1 },
    { ...whole, what: 'coupons', amount: coupons },
    { ...whole, what: 'points', amount: points },
    ...[...codesNeeded(due)].map(([owner, amount]): Tallied => ({ owner, what: 'claimed', amount })),
  ];
}

async function insertGrants(tx: EntityManager, granted: Claim[]): Promise<void> {
  await tx.query(
    `INSERT INTO campaign_grant (campaign_id, event_id, user_id, occurred_at, coupons, points)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::integer[], $6::bigint[])`,
    [
      granted.map(({ run }) => run.campaignId),
      granted.map(({ occurrence }) => occurrence.id),
      granted.map(({ occurrence }) => occurrence.userId),
      granted.map(({ occurrence }) => new Date(occurrence.at)),
      granted.map(({ due }) => costOf(due).coupons),
      granted.map(({ due }) => costOf(due).points),
    ],
  );
}

/** A fact that can be told once the slips are read back. */
type Told = (slips: Map<string, CouponSlip>) => NewFact;

/** Ids are made in the order of the grants, so that lists sorted by id show it. */
function partsOf(granted: Claim[], codes: Map<string, string[]>) {
  const parts = { slips: new Array<NewSlip>(), entries: new Array<NewEntry>(), asked: new Array<Asking>() };
  const told: Told[] = [];
  const left = new Map([...codes].map(([couponId, some]) => [couponId, some.values()]));
  for (const claim of granted) {
    for (const [effect, due] of claim.due.entries()) {
      const source = { ...sourceOf(claim, effect), id: newId() };
      if (due.type === 'ask_survey') parts.asked.push({ ...source, survey_id: due.survey_id });
      else if (due.type === 'transaction') {
        parts.entries.push({ ...source, ...due });
        told.push(() => transactionFact(claim, source.id, due));
      } else {
        const code = left.get(due.coupon_id)?.next().value;
        if (code === undefined) throw new Error('a slip has no code');
        parts.slips.push({ ...source, coupon_id: due.coupon_id, code });
        told.push((slips) => slipFact(claim, slips.get(source.id)));
      }
    }
  }
  return { ...parts, told };
}

function sourceOf({ occurrence, run }: Claim, effect: number) {
  return { user_id: occurrence.userId, campaign_id: run.campaignId, event_id: occurrence.id, effect };
}

function slipFact({ occurrence }: Claim, slip: CouponSlip | undefined): NewFact {
  if (!slip) throw new Error('a slip was not written');
  return newFact(couponSlipClaimed, { user_id: slip.userId, slip }, { call: occurrence.call });
}

function transactionFact(
  { occurrence }: Claim,
  id: string,
  { stack_id, block_id, value }: Extract<DueEffect, { type: 'transaction' }>,
): NewFact {
  const { userId, call } = occurrence;
  return newFact(transactionCreated, { id, stack_id, block_id, user_id: userId, value }, { call });
}
