import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { madeUpOccurrence, madeUpRun, points } from '../../../test/made-up.js';
import type { Occurrence } from '../../runs/occurrence.js';
import type { Run } from '../../runs/run.js';
import { candidatesOf, judgeAgain, judgeUnasked, verdictOf } from './candidates.js';
import { emptyProfile } from './profile.js';

const found = (...runs: [Occurrence, Run[]][]) => ({ epoch: '2', runs: new Map(runs) });
const asking: Partial<NewCampaign> = { audience: { include_segments: ['s'] } };

async function verdictsOf(runs: ReturnType<typeof found>['runs'], segments: string[] = []) {
  const unasked = await judgeUnasked(candidatesOf(runs));
  const profiles = new Map([['u', { ...emptyProfile('u'), segments: new Set(segments) }]]);
  return unasked.map((each) => verdictOf(each, profiles));
}

describe('verdicts before counting', () => {
  it('are one for each occurrence and campaign, in the order of the occurrences', async () => {
    const [first, second] = [madeUpOccurrence({ id: '1' }), madeUpOccurrence({ id: '2' })];
    const [a, b] = [madeUpRun({}, { campaignId: 'a' }), madeUpRun({}, { campaignId: 'b' })];
    const verdicts = await verdictsOf(found([first, [b, a]], [second, [a]]).runs);
    expect(verdicts.map(({ occurrence, run }) => `${occurrence.id} ${run.campaignId}`)).toEqual(['1 b', '1 a', '2 a']);
    expect(verdicts).toEqual(
      verdicts.map(() => expect.objectContaining({ refusal: undefined, due: [points(1)] }) as object),
    );
  });

  it('grant nothing where the campaign refuses', async () => {
    const [verdict] = await verdictsOf(found([madeUpOccurrence(), [madeUpRun({ condition: 'false' })]]).runs);
    expect(verdict).toMatchObject({ refusal: { step: 'condition' }, due: [] });
    const effects: NewCampaign['effects'] = [
      { type: 'claim_coupon', coupon_id: 'coffee' },
      { type: 'transaction', stack_id: 's', block_id: 'b', value: 'event.amount' },
    ];
    const [half] = await verdictsOf(found([madeUpOccurrence(), [madeUpRun({ effects })]]).runs);
    expect(half).toMatchObject({ refusal: { step: 'effects' }, due: [] });
  });

  it('take a user whom nobody knows as one without segments, opt-ins and cards', async () => {
    const [verdict] = await verdictsOf(found([madeUpOccurrence({ userId: 'v' }), [madeUpRun(asking)]]).runs, ['s']);
    expect(verdict?.refusal?.step).toBe('audience');
  });
});

describe('verdicts after what runs has changed', () => {
  const occurrence = madeUpOccurrence();

  it('hold where the version is the same, also if others would have to be asked', async () => {
    const runs = [madeUpRun(asking), madeUpRun({ ...asking, condition: 'event.amount > 1' }, { campaignId: 'd' })];
    const [few, many] = [madeUpOccurrence({ data: { amount: 1 } }), madeUpOccurrence({ id: 'p', data: { amount: 2 } })];
    const earlier = await verdictsOf(found([few, runs], [many, runs]).runs, ['s']);
    const again = await judgeAgain(found([few, runs], [many, runs]), earlier);
    expect(again).toEqual(earlier);
    expect(again.map(({ refusal, due }) => refusal?.step ?? due)).toEqual([
      [points(1)],
      'condition',
      [points(1)],
      [points(1)],
    ]);
  });

  it('belong to the runs of now: a window that was added meanwhile is counted', async () => {
    const earlier = await verdictsOf(found([occurrence, [madeUpRun()]]).runs);
    const now = madeUpRun({}, { counted: { windows: [{ scope: 'user', window: { type: 'total' } }], budgets: [] } });
    const [again] = await judgeAgain(found([occurrence, [now]]), earlier);
    expect(again?.run).toBe(now);
  });

  it('are made anew for another version and another campaign', async () => {
    const earlier = await verdictsOf(found([occurrence, [madeUpRun()]]).runs);
    const runs = [madeUpRun({ condition: 'false' }, { version: 2 }), madeUpRun({}, { campaignId: 'd' })];
    const again = await judgeAgain(found([occurrence, runs]), earlier);
    expect(again.map(({ run, refusal }) => [run.campaignId, run.version, refusal?.step])).toEqual([
      ['c', 2, 'condition'],
      ['d', 1, undefined],
    ]);
  });

  it('leave out a campaign that has stopped, and an occurrence that no campaign judges any more', async () => {
    const other = madeUpOccurrence({ id: 'p' });
    const earlier = await verdictsOf(
      found([occurrence, [madeUpRun(), madeUpRun({}, { campaignId: 'd' })]], [other, [madeUpRun()]]).runs,
    );
    const again = await judgeAgain(found([occurrence, [madeUpRun()]]), earlier);
    expect(again.map((each) => [each.occurrence.id, each.run.campaignId])).toEqual([['o', 'c']]);
  });

  it('wait for another delivery where a new version must ask others, unless it refuses without them', async () => {
    const refusal = { code: 'service-unavailable', extras: { retry_after: 1 } };
    await expect(judgeAgain(found([occurrence, [madeUpRun(asking)]]), [])).rejects.toMatchObject(refusal);
    const [refused] = await judgeAgain(found([occurrence, [madeUpRun({ ...asking, condition: 'false' })]]), []);
    expect(refused?.refusal?.step).toBe('condition');
  });
});
