import type { Effect } from '@ces/contracts/campaigns/campaign-administration';
import { resolveEffect, type Existing } from './resolve-effects.js';

const existing: Existing = {
  coupons: new Set(['aa']),
  surveys: new Set(['bb']),
  stacks: new Map([
    ['cc', [block('c1'), block('c2')]],
    ['dd', [block('d1')]],
    ['empty', []],
  ]),
};

function block(id: string) {
  return { id, name: id };
}

const resolve = (effect: Effect) => resolveEffect(effect, '#/effects/0', existing);

describe('the references of an effect', () => {
  it.each<[Effect, Partial<Effect>]>([
    [{ type: 'claim_coupon', coupon_id: 'AA' }, { coupon_id: 'aa' }],
    [{ type: 'ask_survey', survey_id: 'bB' }, { survey_id: 'bb' }],
    [
      { type: 'transaction', stack_id: 'CC', value: 1 },
      { stack_id: 'cc', block_id: 'c1' },
    ],
    [
      { type: 'transaction', stack_id: 'cc', block_id: 'C2', value: 'event.amount' },
      { stack_id: 'cc', block_id: 'c2' },
    ],
  ])('of %j become %j', (effect, resolved) => {
    expect(resolve(effect)).toEqual({ effect: { ...effect, ...resolved } });
  });

  it.each<[Effect, string, string]>([
    [{ type: 'claim_coupon', coupon_id: 'bb' }, 'coupon_id', 'coupons'],
    [{ type: 'ask_survey', survey_id: 'aa' }, 'survey_id', 'surveys'],
    [{ type: 'transaction', stack_id: 'aa', value: 1 }, 'stack_id', 'stacks'],
    [{ type: 'transaction', stack_id: 'empty', value: 1 }, 'stack_id', 'stacks'],
    [{ type: 'transaction', stack_id: 'cc', block_id: 'd1', value: 1 }, 'block_id', 'stacks'],
  ])('of %j are refused at %s, with the list of all %s', (effect, field, list) => {
    const { effect: same, fault } = resolve(effect);
    expect(same).toBe(effect);
    expect(fault).toMatchObject({ pointer: `#/effects/0/${field}`, code: 'unknown' });
    expect(fault?.detail).toContain(`GET /api/1/admin/${list} lists them`);
  });

  it.each<[Effect]>([
    [{ type: 'claim_coupon' }],
    [{ type: 'ask_survey', coupon_id: 'nothing' }],
    [{ type: 'ask_survey', stack_id: 'CC' }],
    [{ type: 'transaction', block_id: 'nothing' }],
  ])('of %j are left to the check of its fields', (effect) => {
    expect(resolve(effect)).toEqual({ effect });
  });
});
