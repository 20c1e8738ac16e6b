import type { Schema } from '../../../api/routes.js';

export type Draft = Schema<'NewCampaign'>;
export type Effect = Draft['effects'][number];
export type Cap = NonNullable<Draft['caps']>[number];

/** Changes some fields of a draft. */
export type Change = (change: Partial<Draft>) => void;

export const emptyDraft: Draft = { name: '', trigger: { event_name: '' }, effects: [], caps: [] };

/** The fields that a campaign has of its own, without those that the service adds. */
export function draftOf(campaign: Schema<'Campaign'>): Draft {
  const { name, starts_at, ends_at, trigger, audience, condition, effects, caps, budget } = campaign;
  return {
    name,
    trigger,
    effects,
    starts_at: starts_at ?? null,
    ends_at: ends_at ?? null,
    audience: audience ?? null,
    condition: condition ?? null,
    caps: caps ?? [],
    budget: budget ?? null,
  };
}

/** As the API wants it: nothing that is empty. */
export function bodyOf(draft: Draft): Draft {
  const { audience, condition, budget, caps = [], starts_at = null, ends_at = null } = draft;
  const lists = Object.entries(audience ?? {}).filter(([, ids]) => ids.length > 0);
  const amounts = Object.entries(budget ?? {}).filter(([, amount]) => Number.isFinite(amount));
  return {
    name: draft.name.trim(),
    trigger: draft.trigger,
    effects: draft.effects.map(withNumber),
    caps,
    starts_at,
    ends_at,
    condition: condition === undefined || condition === null || condition.trim() === '' ? null : condition,
    audience: lists.length === 0 ? null : Object.fromEntries(lists),
    budget: amounts.length === 0 ? null : Object.fromEntries(amounts),
  };
}

/** A number is sent as one; anything else is an expression. */
function withNumber(effect: Effect): Effect {
  if (effect.type !== 'transaction' || typeof effect.value === 'number') return effect;
  const text = effect.value.trim();
  return { ...effect, value: /^-?\d+$/.test(text) ? Number(text) : text };
}

/** The fault of a field and of all below it. */
export function faultBelow(
  faults: readonly { pointer: string; detail: string }[],
  pointer: string,
): string | undefined {
  const found = faults.filter((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
  return found.length === 0 ? undefined : found.map(({ detail }) => detail).join(' ');
}
