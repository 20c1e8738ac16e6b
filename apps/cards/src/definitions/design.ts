import { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import type { NewCardDefinition, NewTier } from '@ces/contracts/cards/card-definitions';
import { Problem } from '@ces/contracts/problems';

/** Each card in an answer carries its design, and fifty cards must fit into one message. */
const maxBytes = 8 * 1_024;

export function designOf({ representation, card_presentation }: NewCardDefinition) {
  const design = {
    representation: filled(new Representation(), representation),
    card_presentation: filled(new CardPresentation(), card_presentation),
  };
  demandSmall(design, '#/card_presentation');
  return design;
}

export function tierDesignOf(tier: NewTier, index: number): TierDesign {
  const { image, background, card_count, color_modes } = filled(new TierDesign(), tier);
  const design = { image, background, card_count, color_modes };
  demandSmall(design, `#/tiers/${index}`);
  return design;
}

/** A field that is left out or null keeps the default of the class. */
function filled<T extends object>(defaults: T, given: object | undefined | null): T {
  const fields = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return Object.assign(defaults, Object.fromEntries(fields));
}

function demandSmall(design: object, pointer: string): void {
  if (Buffer.byteLength(JSON.stringify(design)) <= maxBytes) return;
  const detail = `may have ${maxBytes} bytes at the most`;
  throw new Problem('validation-failed', `${pointer}: ${detail}`, { errors: [{ pointer, code: 'too-large', detail }] });
}
