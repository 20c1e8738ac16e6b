import {
  endCampaign,
  getCampaign,
  listCampaigns,
  pauseCampaign,
  putCampaign,
  startCampaign,
  type Campaign,
  type CampaignState,
  type NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import { randomUUID } from 'node:crypto';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';

describe('the state of a campaign', () => {
  let service: CampaignsUnderTest;
  let given: Omit<NewCampaign, 'name'>;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    const stack = await service.newStack();
    given = { trigger: { event_name: 'state' }, effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }] };
  });

  afterAll(() => service.stop());

  const steps = { start: startCampaign, pause: pauseCampaign, end: endCampaign };
  const take = (step: keyof typeof steps, { id }: Campaign) => service.bus.call(steps[step], { id });

  async function campaignIn(state: CampaignState): Promise<Campaign> {
    const campaign = await service.draft(given);
    if (state === 'running' || state === 'paused') await take('start', campaign);
    if (state === 'paused') await take('pause', campaign);
    if (state === 'ended') await take('end', campaign);
    return campaign;
  }

  async function openRuns({ id }: Campaign): Promise<number> {
    return (await service.query('SELECT FROM campaign_run WHERE campaign_id = $1 AND until_at IS NULL', [id])).length;
  }

  it.each([
    ['draft', 'start', 'running'],
    ['draft', 'end', 'ended'],
    ['running', 'start', 'running'],
    ['running', 'pause', 'paused'],
    ['running', 'end', 'ended'],
    ['paused', 'start', 'running'],
    ['paused', 'pause', 'paused'],
    ['paused', 'end', 'ended'],
    ['ended', 'end', 'ended'],
  ] as const)('goes from %s by %s to %s', async (from, step, to) => {
    const campaign = await campaignIn(from);
    expect(await take(step, campaign)).toMatchObject({ id: campaign.id, state: to, version: 1 });
    expect(await openRuns(campaign)).toBe(to === 'running' ? 1 : 0);
  });

  it.each([
    ['draft', 'pause'],
    ['ended', 'start'],
    ['ended', 'pause'],
  ] as const)('does not go from %s by %s', async (from, step) => {
    const campaign = await campaignIn(from);
    expect(await problemOf(take(step, campaign))).toEqual({ status: 409, code: 'campaign-state-conflict' });
    expect(await service.bus.call(getCampaign, { id: campaign.id })).toMatchObject({ state: from });
  });

  it('keeps an ended campaign from changing', async () => {
    const campaign = await campaignIn('ended');
    expect(await problemOf(service.put(campaign, given))).toEqual({ status: 409, code: 'campaign-state-conflict' });
  });

  it('starts with another version when the event has a newer definition', async () => {
    const campaign = await campaignIn('draft');
    service.definitionVersion = 2;
    expect(await take('start', campaign)).toMatchObject({ state: 'running', version: 2 });
    const versions = await service.query(
      'SELECT version, event_version FROM campaign_version WHERE campaign_id = $1 ORDER BY version',
      [campaign.id],
    );
    expect(versions).toEqual([
      { version: 1, event_version: 1 },
      { version: 2, event_version: 2 },
    ]);
  });

  it('does not begin while the coupon of an effect has no codes, but may go on after a pause', async () => {
    const [empty, full] = [await service.newCoupon(1, { generate: undefined }), await service.newCoupon(1)];
    const effects = [full, empty].map(({ id }) => ({ type: 'claim_coupon' as const, coupon_id: id }));
    const campaign = await service.draft({ trigger: given.trigger, effects });
    expect(await refusalOf(take('start', campaign))).toEqual({
      ...{ status: 422, code: 'campaign-refused' },
      pointers: ['#/effects/1/coupon_id'],
    });
    expect(await openRuns(campaign)).toBe(0);
    await service.query(`INSERT INTO tally (owner, what, amount) VALUES ($1, 'codes', 1)`, [empty.id]);
    await take('start', campaign);
    await take('pause', campaign);
    await service.query('DELETE FROM tally WHERE owner = $1', [empty.id]);
    expect(await take('start', campaign)).toMatchObject({ state: 'running' });
  });

  it('is checked at the start against what exists then', async () => {
    const stack = await service.newStack();
    const effects = [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }];
    const campaign = await service.draft({ trigger: given.trigger, effects });
    await service.query('DELETE FROM stack_block WHERE stack_id = $1', [stack.id]);
    expect(await refusalOf(take('start', campaign))).toMatchObject({ pointers: ['#/effects/0/stack_id'] });
    expect(await service.bus.call(getCampaign, { id: campaign.id })).toMatchObject({ state: 'draft' });
  });

  it('keeps one open run when it is changed, which begins where the one before ends', async () => {
    const campaign = await campaignIn('running');
    await service.put(campaign, given);
    await service.put(campaign, given);
    const runs = await service.query<{ version: number; from_at: Date; until_at: Date | null }>(
      'SELECT version, from_at, until_at FROM campaign_run WHERE campaign_id = $1 ORDER BY from_at, version',
      [campaign.id],
    );
    expect(runs.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(runs.map(({ until_at }) => until_at)).toEqual([runs[1]?.from_at, runs[2]?.from_at, null]);
  });

  it.each(['draft', 'paused'] as const)('stays %s when it is changed', async (state) => {
    const campaign = await campaignIn(state);
    expect(await service.put(campaign, given)).toMatchObject({ state, version: 2 });
    expect(await openRuns(campaign)).toBe(0);
  });

  it('is not known by the id of nothing', async () => {
    for (const id of [randomUUID(), 'campaign']) {
      const calls = [
        service.bus.call(getCampaign, { id }),
        ...Object.values(steps).map((step) => service.bus.call(step, { id })),
        service.bus.call(putCampaign, { id, name: 'Spec', ...given }),
      ];
      const unknown = { status: 404, code: 'campaign-not-found' };
      expect(await Promise.all(calls.map(problemOf))).toEqual(calls.map(() => unknown));
    }
  });

  it('is a filter of the list, beside a part of the name', async () => {
    const name = `List ${randomUUID()}`;
    const [draft, ended, running] = [
      await service.draft({ ...given, name }),
      await service.draft({ ...given, name }),
      await service.draft({ ...given, name: name.toUpperCase() }),
    ];
    await take('end', ended);
    await take('start', running);
    const list = async (more: object) =>
      (await service.bus.call(listCampaigns, { q: name.slice(0, -1), ...more })).items.map(({ id }) => id);
    expect(await list({})).toEqual([running.id, ended.id, draft.id]);
    expect(await list({ state: 'ended' })).toEqual([ended.id]);
    expect(await list({ state: 'paused' })).toEqual([]);
    await service.put(draft, given);
    expect(await list({})).toEqual([running.id, ended.id]);
  });

  describe('while the definition of its event changes', () => {
    afterEach(() => {
      service.answerUse = ({ version }) => ({ version });
    });

    it('is checked again, and then starts with the new one', async () => {
      const campaign = await campaignIn('draft');
      let asked = 0;
      service.answerUse = () => {
        if ((asked += 1) < 3) service.definitionVersion += 1;
        return { version: service.definitionVersion };
      };
      expect(await take('start', campaign)).toMatchObject({ state: 'running' });
      expect(await openRuns(campaign)).toBe(1);
      const versions = await service.query<{ event_version: number }>(
        'SELECT event_version FROM campaign_version WHERE campaign_id = $1 ORDER BY version DESC',
        [campaign.id],
      );
      expect(versions[0]?.event_version).toBe(service.definitionVersion);
    });

    it('does not begin after five attempts, and stays as it was', async () => {
      const campaign = await campaignIn('draft');
      let asked = 0;
      service.answerUse = ({ campaign_id, version }) => {
        if (campaign_id === campaign.id) asked += 1;
        return { version: version + 1 };
      };
      await expect(take('start', campaign)).rejects.toMatchObject({
        ...{ code: 'service-unavailable', extras: { retry_after: 1 } },
      });
      expect(asked).toBe(5);
      expect(await service.bus.call(getCampaign, { id: campaign.id })).toMatchObject({ state: 'draft', version: 1 });
    });
  });
});
