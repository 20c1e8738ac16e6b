import { redeemTicket } from '@ces/contracts/campaigns/slips';
import { correctBalance } from '@ces/contracts/campaigns/stacks';
import { answerSurvey, createSurvey } from '@ces/contracts/campaigns/surveys';
import { timelineOf, timelineTypes, type TimelinePart, type TimelineType } from '@ces/contracts/timeline';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

describe('the timeline of a user in campaigns', () => {
  let service: CampaignsUnderTest;
  const user = newUser();

  const read = (more: { before?: string; at_most?: number; types?: TimelineType[] } = {}, user_id = user) =>
    service.bus.call(timelineOf('campaigns'), { user_id, at_most: 100, types: [...timelineTypes.campaigns], ...more });

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    const [coupon, stack] = [await service.newCoupon(10), await service.newStack()];
    const survey = await service.bus.call(createSurvey, {
      title: 'Taste',
      questions: [{ id: 'q', text: 'Good?', answers: [{ id: 'yes', text: 'Yes' }] }],
    });
    const effects = [
      { type: 'claim_coupon' as const, coupon_id: coupon.id },
      { type: 'transaction' as const, stack_id: stack.id, value: 25 },
      { type: 'ask_survey' as const, survey_id: survey.id },
    ];
    await service.run({ name: 'Lived', trigger: { event_name: 'lived' }, effects });
    await service.submit([service.fact(user, 'lived')]);
    await service.bus.call(answerSurvey, { user_id: user, survey_id: survey.id, question_id: 'q', answer_id: 'yes' });
    const [slip] = (await service.slips(user)).items;
    await service.bus.call(redeemTicket, { coupon_id: coupon.id, code: slip?.ticket.code ?? '' });
    await service.bus.call(correctBalance, { user_id: user, stack_id: stack.id, value: -5, reason: 'Twice' });
  });

  afterAll(() => service.stop());

  it('has slips, points and surveys, newest first, with their campaign or reason', async () => {
    const entries = await read();
    expect(entries.map(({ id }) => id)).toEqual(
      entries
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    expect(entries.slice(0, 3).map(({ title }) => title)).toEqual(['-5 Points', 'Redeemed Coffee', 'Answered: Taste']);
    expect(new Set(entries.slice(3).map(({ title }) => title))).toEqual(
      new Set(['Asked: Taste', '+25 Points', 'Got Coffee']),
    );
    const [correction] = entries;
    expect(correction?.data).toMatchObject({ value: -5, source: 'correction', reason: 'Twice', campaign: null });
    const booked = entries.find(({ title }) => title === '+25 Points');
    expect(booked?.data).toMatchObject({ source: 'campaign', campaign: { name: 'Lived' }, stack_name: 'Points' });
    const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    expect(entries[1]?.data).toMatchObject({ state: 'redeemed', redeemed_at: expect.stringMatching(moment) });
    expect(await read({}, newUser())).toEqual([]);
  });

  const readOneByOne = async () => {
    const paged: TimelinePart[] = [];
    for (let more = await read({ at_most: 1 }); more.length > 0;) {
      paged.push(...more);
      more = await read({ at_most: 1, before: more[0]?.id ?? '' });
    }
    return paged;
  };

  it('leaves out types that only a newer gateway knows', async () => {
    expect(await read({ types: [...timelineTypes.campaigns, 'of-the-next-release' as TimelineType] })).toEqual(
      await read(),
    );
  });

  it('comes page by page without a gap, and by type', async () => {
    const whole = await read();
    expect(await readOneByOne()).toEqual(whole);
    for (const type of timelineTypes.campaigns)
      expect(await read({ types: [type] })).toEqual(whole.filter((entry) => entry.type === type));
  });

  it('has each entry once on pages of one entry, also if all happened at one moment', async () => {
    const before = await read();
    const moment = `'2026-11-27 10:00:00.123456Z'`;
    await service.query(`UPDATE coupon_slip SET redeemed_at = ${moment} WHERE user_id = $1`, [user]);
    await service.query(`UPDATE survey_asked SET asked_at = ${moment} WHERE user_id = $1`, [user]);
    await service.query(`UPDATE survey_answer SET answered_at = ${moment} WHERE user_id = $1`, [user]);
    const titles = (entries: TimelinePart[]) => entries.map(({ title }) => title).sort();
    const paged = await readOneByOne();
    expect(titles(paged)).toEqual(titles(before));
    expect(paged).toEqual(await read());
  });

  it('has slips that have expired, at the moment of their end, and none before it', async () => {
    const other = newUser();
    await service.query(
      `INSERT INTO coupon_slip (id, coupon_id, user_id, code, campaign_id, event_id, effect, claimed_at, expires_at, state)
       SELECT gen_random_uuid(), coupon_id, $1, 'x' || n, campaign_id, gen_random_uuid(), 0, now(),
              timestamptz '2026-11-20T10:00:00.5Z', CASE WHEN n < 6 THEN 'expired' ELSE 'issued' END
         FROM coupon_slip, generate_series(1, 6) AS n WHERE user_id = $2`,
      [other, user],
    );
    const types: TimelineType[] = ['coupon-slip-expired'];
    const [newest, ...others] = await read({ types, at_most: 2 }, other);
    expect(newest).toMatchObject({
      title: 'Expired: Coffee',
      data: { state: 'expired', expires_at: '2026-11-20T10:00:00.500Z', campaign: { name: 'Lived' } },
    });
    expect(Number.parseInt(newest?.id.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(
      Date.parse('2026-11-20T10:00:00.500Z'),
    );
    const rest = await read({ types, before: others.at(-1)?.id ?? '' }, other);
    expect(new Set([newest, ...others, ...rest].map((entry) => entry?.id)).size).toBe(5);
  });

  it('pages through tickets that were redeemed in one millisecond', async () => {
    const other = newUser();
    await service.query(
      `INSERT INTO coupon_slip (id, coupon_id, user_id, code, campaign_id, event_id, effect, claimed_at, redeemed_at, state)
       SELECT gen_random_uuid(), coupon_id, $1, 'r' || n, campaign_id, gen_random_uuid(), 0, now(), now(), 'redeemed'
         FROM coupon_slip, generate_series(1, 7) AS n WHERE user_id = $2`,
      [other, user],
    );
    const types: TimelineType[] = ['coupon-slip-redeemed'];
    const first = await read({ types, at_most: 3 }, other);
    const rest = await read({ types, before: first.at(-1)?.id ?? '' }, other);
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(7);
    expect(rest).toHaveLength(4);
  });
});
