import {
  endCampaign,
  getCampaign,
  pauseCampaign,
  startCampaign,
  type Campaign,
  type CampaignState,
  type NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import { problemOf } from '../../test/problem-of.js';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';

describe('the state of a campaign', () => {
  let service: CampaignsUnderTest;
  let given: Omit<NewCampaign, 'name'>;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    const stack = await service.newStack();
    given = { trigger: { event_name: 'state' }, effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }] };
  }, 60_000);

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
});
