import type { Schema } from '../../../api/routes.js';
import { bodyOf, draftOf, moved } from './card-draft.js';

const image = { src: 'https://cdn.example/gold.png', alt: 'Gold' };
const colour = { mode: 'light', tint: '#aa8800' };
const settings = {
  ...{ name: 'loyalty', users_per_card: 2, users_may_remove: false, display_groups_of: 4 },
  representation: { name: 'aztec' as const, card_layout: 'wide', data: ['x'] },
  card_presentation: {
    ...{ show_avatar: true, avatar: { type: 'image', data: image }, show_data: true, data_fields: ['firstName'] },
    ...{ show_buttons: true, buttons: [{ to: 'shop' }], show_currency: true },
    currency: { stack_id: 's1', block_id: 'b1', image, prefix: '+', suffix: 'points' },
  },
  tiers: [
    {
      ...{ card_tier_id: 't1', name: 'Gold', image, background: image, card_count: 7 },
      color_modes: {
        ...{ card_tier_name_color: colour, card_number_color: colour },
        ...{ card_state_color: colour, date_and_time_color: colour },
      },
    },
  ],
};
const at = '2026-11-21T09:30:00.000+00:00';
const stored: Schema<'CardDefinition'> = { ...settings, id: 'd1', key: null, created: at, updated: at };

describe('the form of a card definition', () => {
  it('sends back everything that it does not change', () => {
    expect(bodyOf(draftOf(stored), stored)).toEqual(settings);
  });

  it('makes a definition of what was typed', () => {
    const draft = { ...draftOf(undefined), name: ' club ', usersPerCard: '3', tiers: [{ name: 'Blue ' }] };
    expect(bodyOf(draft, undefined)).toMatchObject({
      ...{ name: 'club', users_per_card: 3, users_may_remove: true, display_groups_of: null },
      ...{
        representation: { name: 'qr-code' },
        card_presentation: { show_currency: false },
        tiers: [{ name: 'Blue' }],
      },
    });
  });

  it('forgets the block with its stack', () => {
    const { card_presentation } = bodyOf({ ...draftOf(stored), stack: 's2' }, stored);
    expect(card_presentation?.currency).toMatchObject({ stack_id: 's2', block_id: null, prefix: '+' });
  });

  it('moves a tier, but never out of the list', () => {
    const names = (tiers: readonly { name: string }[]) => tiers.map(({ name }) => name).join('');
    const tiers = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
    expect([names(moved(tiers, 0, 1)), names(moved(tiers, 2, -1)), names(moved(tiers, 2, 1))]).toEqual([
      'bac',
      'acb',
      'abc',
    ]);
  });
});
