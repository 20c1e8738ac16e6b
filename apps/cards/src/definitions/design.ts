import { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import type { NewCardDefinition, NewTier } from '@ces/contracts/cards/card-definitions';
import { Problem } from '@ces/contracts/problems';

/** A card carries its design in every answer; fifty of them must fit into one message. */
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

/** What is not given, or given as null, is as the class has it. */
function filled<T extends object>(defaults: T, given: object | undefined | null): T {
  const said = Object.entries(given ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return Object.assign(defaults, Object.fromEntries(said));
}

function demandSmall(design: object, pointer: string): void {
  if (Buffer.byteLength(JSON.stringify(design)) <= maxBytes) return;
  throw new Problem('validation-failed', `${pointer}: may have ${maxBytes} bytes at the most`, {
    errors: [{ pointer, code: 'too-large', detail: `may have ${maxBytes} bytes at the most` }],
  });
}
