import type { CouponSlip } from '@ces/contracts/campaigns/campaigns';
import { coupon, madeUpGrant, madeUpRun, points } from '../../../test/made-up.js';
import type { DueEffect } from '../due-grant.js';
import { partsOf, talliesOf } from './grant-parts.js';

const survey: DueEffect = { type: 'ask_survey', survey_id: 'q' };
const source = { user_id: 'u', campaign_id: 'c', event_id: 'o' };
const call = { requestId: 'r' };

describe('the rows of grants', () => {
  it('say of which effect of which grant they are, and take codes in their order', () => {
    const grants = [
      madeUpGrant(madeUpRun(), [coupon('tea'), points(5), coupon('coffee')]),
      madeUpGrant(madeUpRun({}, { campaignId: 'd' }), [survey, coupon('coffee')], { id: 'p', userId: 'v' }),
    ];
    const { slips, entries, asked } = partsOf(
      grants,
      new Map([
        ['coffee', ['C1', 'C2', 'C3']],
        ['tea', ['T1']],
      ]),
    );
    const other = { user_id: 'v', campaign_id: 'd', event_id: 'p' };
    const id = expect.any(String) as string;
    expect(slips).toEqual([
      { ...source, id, effect: 0, coupon_id: 'tea', code: 'T1' },
      { ...source, id, effect: 2, coupon_id: 'coffee', code: 'C1' },
      { ...other, id, effect: 1, coupon_id: 'coffee', code: 'C2' },
    ]);
    expect(entries).toEqual([{ ...source, id, effect: 1, stack_id: 's', block_id: 'b', value: 5 }]);
    expect(asked).toEqual([{ ...other, survey_id: 'q' }]);
  });

  it('have ids that sort in the order of the grants', () => {
    const due = Array.from({ length: 20 }, () => points(1));
    const ids = partsOf([madeUpGrant(madeUpRun(), due), madeUpGrant(madeUpRun(), due)], new Map()).entries.map(
      ({ id }) => id,
    );
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(40);
  });

  it('fail where a slip would have no code', () => {
    const grant = madeUpGrant(madeUpRun(), [coupon(), coupon()]);
    expect(() => partsOf([grant], new Map([['coffee', ['C1']]]))).toThrow('a slip has no code');
    expect(() => partsOf([grant], new Map())).toThrow('a slip has no code');
  });
});

describe('the facts of grants', () => {
  const slipOf = (userId: string) => ({ id: 'slip', userId }) as CouponSlip;

  it('tell of slips and transactions, not of surveys, in the order of the effects and in the call of the event', () => {
    const grant = madeUpGrant(madeUpRun(), [points(-3), survey, coupon()], { call });
    const { facts, slips, entries } = partsOf([grant], new Map([['coffee', ['C1']]]));
    const stored = new Map(slips.map(({ id }) => [id, slipOf('u')]));
    const told = facts.map((tell) => tell(stored));
    expect(told.map(({ payload }) => payload)).toEqual([
      { id: entries[0]?.id, stack_id: 's', block_id: 'b', user_id: 'u', value: -3 },
      { user_id: 'u', slip: slipOf('u') },
    ]);
    expect(told.map((fact) => fact.call)).toEqual([call, call]);
  });

  it('fail where a slip was not stored', () => {
    const { facts } = partsOf([madeUpGrant(madeUpRun(), [coupon()])], new Map([['coffee', ['C1']]]));
    expect(() => facts[0]?.(new Map())).toThrow('a slip was not written');
  });
});

describe('the tallies of a grant', () => {
  it('are what each coupon has lost', () => {
    const due = [coupon('tea'), coupon(), coupon(), points(5), points(-2), points(3), survey];
    expect(talliesOf(madeUpGrant(madeUpRun(), due))).toEqual([
      { owner: 'tea', what: 'claimed', amount: 1 },
      { owner: 'coffee', what: 'claimed', amount: 2 },
    ]);
  });
});
