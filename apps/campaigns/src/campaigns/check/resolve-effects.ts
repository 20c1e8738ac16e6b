import type { Effect } from '@ces/contracts/campaigns/campaign-administration';
import type { Block } from '@ces/contracts/campaigns/stacks';
import type { Fault } from '@ces/contracts/problems';

/** Ids are in lower case. */
export interface Existing {
  coupons: ReadonlySet<string>;
  surveys: ReadonlySet<string>;
  /** The blocks of each stack, in their order. */
  stacks: ReadonlyMap<string, Block[]>;
}

interface Resolved {
  effect: Effect;
  fault?: Fault;
}

/** Writes ids as they are stored, and refuses ids that do not exist. A transaction without a block gets the stack's first. */
export function resolveEffect(effect: Effect, pointer: string, existing: Existing): Resolved {
  const unknown = (field: string, what: string): Resolved => {
    const detail = `names no ${what} that exists; GET /api/1/admin/${what.split(' ', 1)[0] ?? ''}s lists them`;
    return { effect, fault: { pointer: `${pointer}/${field}`, code: 'unknown', detail } };
  };
  const { type, coupon_id, survey_id } = effect;
  if (type === 'claim_coupon' && coupon_id !== undefined) {
    const id = coupon_id.toLowerCase();
    return existing.coupons.has(id) ? { effect: { ...effect, coupon_id: id } } : unknown('coupon_id', 'coupon');
  }
  if (type === 'ask_survey' && survey_id !== undefined) {
    const id = survey_id.toLowerCase();
    return existing.surveys.has(id) ? { effect: { ...effect, survey_id: id } } : unknown('survey_id', 'survey');
  }
  return type === 'transaction' ? resolveTransaction(effect, existing, unknown) : { effect };
}

function resolveTransaction(
  effect: Effect,
  { stacks }: Existing,
  unknown: (field: string, what: string) => Resolved,
): Resolved {
  if (effect.stack_id === undefined) return { effect };
  const stack_id = effect.stack_id.toLowerCase();
  const blocks = stacks.get(stack_id) ?? [];
  const [first] = blocks;
  if (!first) return unknown('stack_id', 'stack');
  const wanted = effect.block_id?.toLowerCase();
  const block = wanted === undefined ? first : blocks.find(({ id }) => id === wanted);
  return block ? { effect: { ...effect, stack_id, block_id: block.id } } : unknown('block_id', 'stack with this block');
}
