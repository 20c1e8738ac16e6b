import type { Schema } from '../../../api/routes.js';

type Definition = Schema<'CardDefinition'>;
export type Tier = Schema<'NewTier'>;
export type Barcode = Definition['representation']['name'];

export const barcodes: readonly Barcode[] = ['qr-code', 'pdf417', 'aztec', 'code128', 'none'];

/** A card definition as the form has it: numbers are texts. */
export interface CardDraft {
  name: string;
  barcode: Barcode;
  groupsOf: string;
  usersPerCard: string;
  mayRemove: boolean;
  /** The stack whose balance the card shows; '' for none. */
  stack: string;
  unit: string;
  tiers: readonly Tier[];
}

export function draftOf(definition: Definition | undefined): CardDraft {
  const currency = definition?.card_presentation.currency;
  return {
    name: definition?.name ?? '',
    barcode: definition?.representation.name ?? 'qr-code',
    groupsOf: String(definition?.display_groups_of ?? ''),
    usersPerCard: String(definition?.users_per_card ?? 1),
    mayRemove: definition?.users_may_remove ?? true,
    stack: definition?.card_presentation.show_currency === true ? (currency?.stack_id ?? '') : '',
    unit: currency?.suffix ?? '',
    tiers: definition?.tiers ?? [{ name: 'Standard' }],
  };
}

/** PUT replaces the whole definition, so what the form does not show is sent as it was. */
export function bodyOf(draft: CardDraft, before: Definition | undefined): Schema<'NewCardDefinition'> {
  const presentation = before?.card_presentation;
  const currency = { ...presentation?.currency, stack_id: draft.stack, suffix: draft.unit.trim() };
  // A block belongs to its stack.
  const block = draft.stack === presentation?.currency.stack_id ? presentation.currency.block_id : null;
  return {
    name: draft.name.trim(),
    representation: { ...before?.representation, name: draft.barcode },
    card_presentation: {
      ...presentation,
      show_currency: draft.stack !== '',
      currency: { ...emptyCurrency, ...currency, block_id: block },
    },
    users_per_card: Number(draft.usersPerCard),
    users_may_remove: draft.mayRemove,
    display_groups_of: draft.groupsOf === '' ? null : Number(draft.groupsOf),
    tiers: draft.tiers.map((tier) => ({ ...tier, name: tier.name.trim() })),
  };
}

/** The tiers with one of them a place further up or down. */
export function moved(tiers: readonly Tier[], from: number, by: -1 | 1): Tier[] {
  const next = [...tiers];
  const [tier] = next.splice(from, 1);
  if (tier) next.splice(from + by, 0, tier);
  return next;
}

const emptyCurrency = { stack_id: '', block_id: null, image: { src: '', alt: '' }, prefix: '', suffix: '' };
