import type { CampaignState, NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { union, usesBy } from './uses.js';

const schema = { type: 'object', properties: { amount: { type: 'integer' } } };
const effects: NewCampaign['effects'] = [{ type: 'transaction', stack_id: 's', value: 'event.amount' }];
const onEvent: NewCampaign = {
  name: 'Spec',
  trigger: { event_name: 'purchase' },
  audience: { include_segments: ['s1', 's2'], exclude_segments: ['s3', 's1'] },
  effects,
};
const onEntry: NewCampaign = {
  name: 'Spec',
  trigger: { lifecycle: 'segment-entered', segment_id: 's4' },
  effects: [{ type: 'ask_survey', survey_id: 's' }],
};
const use = { campaign_id: 'c', name: 'Spec', event_name: 'purchase', version: 3 };
const amount = { path: ['amount'], type: 'int' };

describe('what other services keep for a campaign', () => {
  const uses = (state: CampaignState, document: NewCampaign, event_version: number | null = 3) =>
    usesBy({ id: 'c', state, document, event_version, schema });

  it.each([
    ['draft', ['s1', 's2', 's3'], undefined],
    ['running', ['s1', 's2', 's3'], { ...use, properties: [amount] }],
    ['paused', ['s1', 's2', 's3'], { ...use, properties: [amount] }],
    ['ended', [], undefined],
  ] as const)('is, when it is %s, the segments %j and the definition %j', (state, segments, definition) => {
    expect(uses(state, onEvent)).toStrictEqual({ name: 'Spec', segments, entries: false, definition });
  });

  it.each([
    ['draft', ['s4'], false],
    ['running', ['s4'], true],
    ['paused', ['s4'], true],
    ['ended', [], false],
  ] as const)(
    'is, when it is %s and set off by an entry, the segments %j; entries are told: %s',
    (state, segments, told) => {
      expect(uses(state, onEntry, null)).toStrictEqual({
        name: 'Spec',
        segments,
        entries: told,
        definition: undefined,
      });
    },
  );

  it('is no definition for a fact of a service, nor for an event without a version', () => {
    expect(uses('running', { ...onEntry, trigger: { lifecycle: 'card-added' } })).toMatchObject({
      segments: [],
      entries: false,
      definition: undefined,
    });
    expect(uses('running', onEvent, null).definition).toBeUndefined();
  });
});

describe('the uses of one event by two versions of a campaign', () => {
  const shop = { path: ['shop'], type: 'string' };
  const now = { ...use, properties: [amount] };

  it('are joined, each property once and with its type of now', () => {
    const before = { ...use, version: 2, properties: [shop, { ...amount, type: 'double' }] };
    expect(union(now, before)).toEqual({ ...now, properties: [shop, amount] });
  });

  it('stay apart for another event or without an earlier use', () => {
    expect(union(now, { ...use, event_name: 'visit', properties: [shop] })).toEqual(now);
    expect(union(now, undefined)).toEqual(now);
  });
});
