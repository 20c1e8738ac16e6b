import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Survey } from '@ces/contracts/campaigns/surveys';
import { Platform } from '../platform/platform.js';
import fc from 'fast-check';
import { CampaignWorld } from '../platform/campaign-world.js';
import { importAndProcess } from '@ces/testing/gateway/segment-forms';
import { misshapen, placesOf, withValueAt } from '../platform/misshapen.js';

interface Request {
  method: 'POST' | 'PUT';
  path: string;
  body: object;
}

describe('a body of campaign administration with a wrong value in one place', () => {
  let platform: Platform;
  let world: CampaignWorld;
  let event: string;
  let user: string;
  let requests: Request[];

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments', 'campaigns');
    world = new CampaignWorld(platform);
    [event, user] = [await world.newEvent(), await world.newUser()];
    requests = await wellShaped();
  }, 90_000);

  afterAll(() => platform.stop());

  /** All requests together have every field. */
  async function wellShaped(): Promise<Request[]> {
    const [coupon, stack] = [await world.newCoupon(), await world.newStack()];
    const segment = await importAndProcess(platform, 'nobody-known\n');
    const image = { type: 'image', data: { src: 'https://cdn.example.com/a.png', alt: 'A' } };
    const display = { systemName: 'qr-code', title: 'QR code' };
    const newCoupon = { title: 'Coffee', description: 'Hot', image, display, valid_seconds: 60 };
    const questions = [{ id: 'q', text: 'Well?', answers: [{ id: 'yes', text: 'Yes' }] }];
    const newSurvey = { title: 'Survey', questions };
    const survey = (await platform.api.post('/api/1/admin/surveys', newSurvey)).body as Survey;
    const caps = [
      { scope: 'user', window: { type: 'rolling', seconds: 60 }, max: 100 },
      { scope: 'campaign', window: { type: 'calendar', unit: 'day', timezone: 'Europe/Berlin' }, max: 1_000 },
    ];
    const ofEvent = {
      name: 'Full',
      starts_at: '2026-01-01T00:00:00Z',
      ends_at: '2099-01-01T00:00:00+01:00',
      trigger: { event_name: event },
      audience: { include_segments: [], exclude_segments: [segment.id], require_optins: [], card_tiers: [] },
      condition: 'event.amount > 0',
      effects: [
        { type: 'claim_coupon', coupon_id: coupon.id },
        { type: 'transaction', stack_id: stack.id, block_id: stack.blocks[0]?.id, value: 'event.amount' },
        { type: 'ask_survey', survey_id: survey.id },
      ],
      caps,
      budget: { coupons: 10, points: 100 },
    };
    const ofFact = {
      ...ofEvent,
      trigger: { lifecycle: 'segment-entered', segment_id: segment.id },
      condition: null,
      effects: [{ type: 'transaction', stack_id: stack.id, value: 5 }],
    };
    const drafted = (await world.draft(ofEvent)).body as Campaign;
    const admin = '/api/1/admin';
    return [
      { method: 'POST', path: `${admin}/campaigns`, body: ofEvent },
      { method: 'POST', path: `${admin}/campaigns`, body: ofFact },
      { method: 'PUT', path: `${admin}/campaigns/${drafted.id}`, body: ofEvent },
      {
        method: 'POST',
        path: `${admin}/campaigns/${drafted.id}:simulate`,
        body: { user_id: user, event_name: event, data: { amount: 1 } },
      },
      { method: 'POST', path: `${admin}/coupons`, body: { ...newCoupon, codes: ['A'] } },
      {
        method: 'POST',
        path: `${admin}/coupons`,
        body: {
          ...newCoupon,
          expires_at: '2099-01-01T00:00:00Z',
          generate: { count: 2, pattern: '********' },
        },
      },
      {
        method: 'POST',
        path: `${admin}/coupons/${coupon.id}/codes`,
        body: { generate: { count: 1, pattern: '************' } },
      },
      { method: 'POST', path: `${admin}/stacks`, body: { name: 'Stack', blocks: [{ name: 'block' }] } },
      {
        method: 'PUT',
        path: `${admin}/stacks/${stack.id}`,
        body: { name: 'Stack', blocks: [{ id: stack.blocks[0]?.id, name: 'block' }] },
      },
      { method: 'POST', path: `${admin}/surveys`, body: newSurvey },
      { method: 'PUT', path: `${admin}/surveys/${survey.id}`, body: newSurvey },
    ];
  }

  async function send({ method, path }: Request, body: unknown): Promise<{ status: number; body: unknown }> {
    return platform.api.send(method, path, { body: JSON.stringify(body) });
  }

  it('is never answered with 5xx, and a campaign stored from it does not stop other verdicts', async () => {
    const failed: unknown[] = [];
    const drafted: string[] = [];
    for (const request of requests) {
      expect((await send(request, request.body)).status).toBeLessThan(300);
      for (const place of placesOf(request.body)) {
        for (const value of [null, [], [[]], [null], {}, 'A\0', '2026-W01-1T00:00:00Z']) {
          const answer = await send(request, withValueAt(request.body, place, value));
          if (answer.status >= 500) failed.push([request.path, place.join('/'), value, answer.body]);
          if (answer.status === 201 && request.path.endsWith('/campaigns')) drafted.push((answer.body as Campaign).id);
        }
      }
    }
    expect(failed).toEqual([]);
    expect(drafted.length).toBeGreaterThan(10);
    for (const id of drafted) expect((await world.act(id, 'start')).status).toBe(200);
    const judged = await world.judged(user, event, { amount: 1 });
    expect(judged.filter(({ matched }) => matched).length).toBeGreaterThan(10);
  }, 300_000);

  it('is never answered with 5xx for random values in random places', async () => {
    const anything = fc.oneof(fc.constantFrom(...misshapen), fc.jsonValue({ maxDepth: 3 }));
    const changes = fc.constantFrom(...requests.keys()).chain((index) => {
      const places = placesOf(requests[index]?.body);
      return fc.tuple(
        fc.constant(index),
        fc.array(fc.tuple(fc.constantFrom(...places), anything), { minLength: 1, maxLength: 3 }),
      );
    });
    await fc.assert(
      fc.asyncProperty(changes, async ([index, some]) => {
        const request = requests[index];
        if (!request) throw new Error('no such request');
        let body: unknown = request.body;
        for (const [place, value] of some) body = withValueAt(body, place, value);
        expect((await send(request, body)).status).toBeLessThan(500);
      }),
      { numRuns: 200 },
    );
  }, 120_000);
});
