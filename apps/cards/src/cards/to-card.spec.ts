import { CardPresentation, Representation, TierDesign } from '@ces/contracts/cards/card-design';
import type { CardRow } from './card.store.js';
import { toCard } from './to-card.js';

const day = new Date('2026-11-21T09:30:00.500Z');
const row: CardRow = {
  ...{ id: 'c', identifier: '1234567890', identifier_actual: '1234567890', state: 'active', expiration: null },
  ...{ tier_start_date: day, created_at: day, updated_at: day, definition: 'default', tier_id: 't', tier: 'Gold' },
  ...{ representation: new Representation(), card_presentation: new CardPresentation(), design: new TierDesign() },
  ...{ display_groups_of: null, holders: null },
};
const shown = (more: Partial<CardRow>, locale = 'en_GB') => toCard({ ...row, ...more }, locale);

describe('a card as its users see it', () => {
  it.each([
    [null, '1234567890', null],
    [1, '123', '1 2 3'],
    [4, '1234567890', '1234 5678 90'],
    [5, '1234567890', '12345 67890'],
    [10, '1234567890', '1234567890'],
    [99, '1234567890', '1234567890'],
    [3, 'a-.* ü', 'a-. * ü'],
  ])('shows its number in groups of %j: %s as %j', (display_groups_of, identifier_actual, display_number) => {
    expect(shown({ display_groups_of, identifier_actual }).display_number).toBe(display_number);
  });

  it('shows the number of now in groups, beside the number that it was given out with', () => {
    expect(shown({ display_groups_of: 2, identifier_actual: '9876' })).toMatchObject({
      ...{ identifier: '1234567890', identifier_actual: '9876', display_number: '98 76' },
    });
  });

  it.each([
    ['en_GB', 'Replaced'],
    ['nl_NL', 'Vervangen'],
    ['de_DE', 'Ersetzt'],
    ['fr_FR', 'Replaced'],
    ['', 'Replaced'],
  ])('says in %s that its number was replaced: %s', (locale, text) => {
    expect(shown({ state: 'replaced' }, locale).state_text).toBe(text);
  });

  it('names its users in the order in which they got it, with what each may do', () => {
    const holders = [
      { user_id: 'v', featured: true, removable: false },
      { user_id: 'u', featured: false, removable: true },
    ];
    expect(shown({ holders })).toMatchObject({
      user_id: ['v', 'u'],
      user_id_featured: { v: true, u: false },
      user_id_deletable: { v: false, u: true },
    });
    expect(shown({})).toMatchObject({ user_id: [], user_id_featured: {}, user_id_deletable: {} });
  });

  it('shows its moments with their offset', () => {
    const expiration = new Date('2030-01-01T00:00:00Z');
    expect(shown({ expiration, updated_at: expiration })).toMatchObject({
      ...{ expiration: '2030-01-01T00:00:00.000+00:00', updated: '2030-01-01T00:00:00.000+00:00' },
      ...{ created: '2026-11-21T09:30:00.500+00:00', tier_start_date: '2026-11-21T09:30:00.500+00:00' },
    });
  });

  it('has a tier with its own design', () => {
    const design = { ...new TierDesign(), card_count: 3 };
    expect(shown({ design }).card_tier).toEqual({ card_tier_id: 't', name: 'Gold', ...design });
  });
});
