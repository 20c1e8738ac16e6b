import { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import type { NewCardDefinition, NewTier } from '@ces/contracts/cards/card-definitions';
import { Problem } from '@ces/contracts/problems';
import { designOf, tierDesignOf } from './design.js';

const definition = (more: object) => ({ name: 'Spec', ...more }) as NewCardDefinition;
const tier = (more: object) => ({ name: 'Gold', ...more }) as NewTier;

function pointersOf(make: () => unknown): string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof Problem) return (error.extras.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
    throw error;
  }
  return [];
}

describe('the design of a card definition', () => {
  it('is filled with what a card shows by default, where a field is missing or null', () => {
    const usual = { representation: { ...new Representation() }, card_presentation: { ...new CardPresentation() } };
    for (const more of [
      {},
      { representation: undefined },
      { representation: null, card_presentation: { show_data: null } },
    ])
      expect(designOf(definition(more))).toEqual(usual);
    expect(designOf(definition({ representation: { name: 'aztec' }, card_presentation: { show_data: true } }))).toEqual(
      {
        representation: { ...usual.representation, name: 'aztec' },
        card_presentation: { ...usual.card_presentation, show_data: true },
      },
    );
  });

  it('may have 8 KiB and no more, counted in bytes', () => {
    const empty = Buffer.byteLength(JSON.stringify(designOf(definition({ representation: { card_layout: '' } }))));
    const room = 8 * 1_024 - empty;
    const longest = 'ä'.repeat(room >> 1) + 'a'.repeat(room % 2);
    const design = (card_layout: string) => pointersOf(() => designOf(definition({ representation: { card_layout } })));
    expect(design(longest)).toEqual([]);
    expect(design(`${longest}a`)).toEqual(['#/card_presentation too-large']);
  });
});

describe('the design of a tier', () => {
  it('is filled with what a card shows by default, and holds nothing else of the tier', () => {
    const { image, background, card_count, color_modes } = new TierDesign();
    const usual = { image, background, card_count, color_modes };
    expect(tierDesignOf(tier({ card_tier_id: 't', image: null }), 0)).toStrictEqual(usual);
    expect(tierDesignOf(tier({ card_count: 0 }), 0)).toStrictEqual({ ...usual, card_count: 0 });
  });

  it('that is too large is named by its place', () => {
    const large = tier({ image: { src: 'x'.repeat(8_192), alt: '' } });
    expect(pointersOf(() => tierDesignOf(large, 7))).toEqual(['#/tiers/7 too-large']);
  });
});
