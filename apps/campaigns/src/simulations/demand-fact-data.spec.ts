import type { LifecycleTrigger } from '@ces/contracts/campaigns/campaign-trigger';
import { refusalOf } from '../../test/problem-of.js';
import { demandFactData } from './demand-fact-data.js';

const refused = (lifecycle: LifecycleTrigger, data: object) =>
  refusalOf(
    Promise.resolve().then(() => {
      demandFactData(lifecycle, JSON.stringify(data));
    }),
  );

describe('the data of a made-up fact', () => {
  it.each<[LifecycleTrigger, object]>([
    ['user-activated', {}],
    ['user-activated', { user_id: 'anybody' }],
    ['card-added', { card_id: 'k', card_definition: 'default', card_tier_id: 't' }],
    ['segment-entered', { segment_id: '' }],
    ['survey-answered', { survey_id: 's', question_id: 'q', answer_id: 'a', user_id: 'u' }],
  ])('of %s may be %j', (lifecycle, data) => {
    expect(() => {
      demandFactData(lifecycle, JSON.stringify(data));
    }).not.toThrow();
  });

  it.each<[LifecycleTrigger, object, string[]]>([
    ['user-activated', { card_id: 'k' }, ['#/data/card_id']],
    ['card-added', {}, ['#/data/card_id', '#/data/card_definition', '#/data/card_tier_id']],
    ['segment-entered', { segment_id: 5 }, ['#/data/segment_id']],
    ['segment-entered', { segment_id: 's', card_id: 'k' }, ['#/data/card_id']],
    [
      'survey-answered',
      { survey_id: 's', question_id: null, colour: 'red' },
      ['#/data/question_id', '#/data/answer_id', '#/data/colour'],
    ],
    ['segment-entered', JSON.parse('{"segment_id":"s","__proto__":1}') as object, ['#/data/__proto__']],
  ])('of %s may not be %j', async (lifecycle, data, pointers) => {
    expect(await refused(lifecycle, data)).toEqual({ status: 422, code: 'event-data-invalid', pointers });
  });
});
