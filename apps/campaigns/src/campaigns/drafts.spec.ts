import {
  createCampaign,
  getCampaign,
  pauseCampaign,
  putCampaign,
  startCampaign,
  type Campaign,
  type NewCampaign,
} from '@ces/contracts/campaigns/campaign-administration';
import {
  cloneCampaign,
  deleteCampaign,
  sizeOfAudience,
  validateCampaign,
  versionsOfCampaign,
} from '@ces/contracts/campaigns/campaign-drafts';
import { countOpenUsers } from '@ces/contracts/identity/people';
import { useSegments, type SegmentUse } from '@ces/contracts/segments/segment-use';
import { randomUUID } from 'node:crypto';
import { eventually } from '@ces/testing/eventually';
import { standIn } from '@ces/testing/services/stand-in';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';
import { AudienceCount } from '../audiences/audience-count.js';

describe('drafts of campaigns', () => {
  let service: CampaignsUnderTest;
  let given: NewCampaign;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    const stack = await service.newStack();
    given = {
      name: 'Spec',
      trigger: { event_name: 'draft' },
      effects: [{ type: 'transaction', stack_id: stack.id, value: 1 }],
    };
  });

  afterAll(() => service.stop());

  const unknown = randomUUID();
  const faulty = (): NewCampaign => ({
    ...given,
    condition: 'event.amuont > 1',
    audience: { include_segments: ['ab', unknown], exclude_segments: [unknown.toUpperCase()] },
    effects: [...given.effects, { type: 'claim_coupon', coupon_id: randomUUID() }],
    caps: [{ scope: 'user', window: { type: 'rolling' }, max: 1 }],
  });

  it('are validated without being saved, by the checks of saving', async () => {
    service.unknownSegments.push(unknown);
    const count = () => service.query('SELECT FROM campaign');
    const before = (await count()).length;
    const { valid, errors } = await service.bus.call(validateCampaign, faulty());
    expect(valid).toBe(false);
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '#/condition',
      '#/caps/0/window/seconds',
      '#/audience/include_segments/1',
      '#/audience/exclude_segments/0',
      '#/effects/1/coupon_id',
    ]);
    const { pointers, ...refusal } = await refusalOf(service.bus.call(createCampaign, faulty()));
    expect(refusal).toEqual({ status: 422, code: 'campaign-refused' });
    expect(pointers).toEqual(errors.map(({ pointer }) => pointer));
    expect(await service.bus.call(validateCampaign, given)).toEqual({ valid: true, errors: [] });
    expect((await count()).length).toBe(before);
  });

  it('whose coupon has no code left are saved, and neither valid nor started', async () => {
    const [empty, full] = [await service.newCoupon(1, { generate: undefined }), await service.newCoupon(1)];
    const effects = [full.id, empty.id.toUpperCase(), 'none'].map((coupon_id) => ({
      type: 'claim_coupon' as const,
      coupon_id,
    }));
    const { errors } = await service.bus.call(validateCampaign, { ...given, effects });
    expect(errors).toMatchObject([
      { pointer: '#/effects/2/coupon_id', code: 'unknown' },
      { pointer: '#/effects/1/coupon_id', code: 'no-codes' },
    ]);
    const { id } = await service.draft({ ...given, effects: effects.slice(0, 2) });
    expect(await refusalOf(service.bus.call(startCampaign, { id }))).toMatchObject({
      pointers: ['#/effects/1/coupon_id'],
    });
  });

  it('of a retired event are saved, changed and copied, and neither valid nor started', async () => {
    const retired = { ...given, trigger: { event_name: 'retired' } };
    const { errors } = await service.bus.call(validateCampaign, retired);
    expect(errors).toMatchObject([{ pointer: '#/trigger/event_name', code: 'retired' }]);
    const draft = await service.draft(retired);
    await service.bus.call(putCampaign, { id: draft.id, ...retired, name: 'Renamed' });
    const { id } = await service.bus.call(cloneCampaign, { id: draft.id });
    expect(await refusalOf(service.bus.call(startCampaign, { id }))).toEqual({
      ...{ status: 422, code: 'campaign-refused' },
      pointers: ['#/trigger/event_name'],
    });
  });

  it('are copied from campaigns in any state, with a name of their own', async () => {
    const original = await service.run({ ...given, condition: 'event.amount > 1', budget: { points: 5 } });
    const copy = await service.bus.call(cloneCampaign, { id: original.id });
    const { trigger, effects, condition, caps, budget, audience } = original;
    expect(copy).toMatchObject({ state: 'draft', version: 1, name: 'Spec (copy)' });
    expect(copy).toMatchObject({ trigger, effects, condition, caps, budget, audience, used: { grants: 0 } });
    expect(copy.id).not.toBe(original.id);
    const named = await service.bus.call(cloneCampaign, { id: original.id, name: 'Mine' });
    expect(named.name).toBe('Mine');
    const long = await service.draft({ ...given, name: 'x'.repeat(200) });
    expect((await service.bus.call(cloneCampaign, { id: long.id })).name).toBe(`${'x'.repeat(193)} (copy)`);
    expect(await problemOf(service.bus.call(cloneCampaign, { id: unknown }))).toMatchObject({ status: 404 });
  });

  it('are deleted with their uses of segments; what ran is not', async () => {
    const uses: SegmentUse[] = [];
    const segment = randomUUID();
    const draft = await service.draft({ ...given, audience: { include_segments: [segment] } });
    await service.put(draft, given);
    const end = await standIn(service.app, useSegments, (use) => {
      uses.push(use);
      return { used: use.segment_ids };
    });
    const again = await service.draft({ ...given, audience: { include_segments: [segment] } });
    expect(await service.bus.call(deleteCampaign, { id: again.id })).toEqual({ deleted: true });
    await eventually(() => {
      expect(uses.filter(({ campaign_id }) => campaign_id === again.id).at(-1)).toMatchObject({ segment_ids: [] });
    });
    end();
    expect(await service.bus.call(deleteCampaign, { id: draft.id })).toEqual({ deleted: true });
    for (const { id } of [draft, again]) {
      expect(await problemOf(service.bus.call(getCampaign, { id }))).toMatchObject({ status: 404 });
      expect(await problemOf(service.bus.call(deleteCampaign, { id }))).toMatchObject({ status: 404 });
    }
    const running = await service.run(given);
    const conflict = { status: 409, code: 'campaign-state-conflict' };
    expect(await problemOf(service.bus.call(deleteCampaign, { id: running.id }))).toEqual(conflict);
    await service.bus.call(pauseCampaign, { id: running.id });
    expect(await problemOf(service.bus.call(deleteCampaign, { id: running.id }))).toEqual(conflict);
    const byHand = service.query('DELETE FROM campaign_version WHERE campaign_id = $1', [running.id]);
    await expect(byHand).rejects.toThrow('deleted with drafts only');
  });

  it('keep their versions, with what each changed and when it ran', async () => {
    const { id } = await service.draft(given);
    const put = (campaign: Partial<NewCampaign>): Promise<Campaign> =>
      service.bus.call(putCampaign, { ...given, ...campaign, id });
    await put({ condition: 'event.amount > 1' });
    await service.bus.call(startCampaign, { id });
    await put({ condition: 'event.amount > 1', name: 'Third', budget: { points: 9 } });
    const { items, next } = await service.bus.call(versionsOfCampaign, { id });
    expect(next).toBeNull();
    expect(items).toMatchObject([
      { version: 3, changed: ['#/name', '#/budget'], campaign: { name: 'Third', condition: 'event.amount > 1' } },
      { version: 2, changed: ['#/condition'], campaign: { name: 'Spec', budget: null } },
      { version: 1, changed: [], runs: [], campaign: { condition: null, caps: [] } },
    ]);
    const [third, second] = items;
    expect(second?.runs).toEqual([{ started_at: expect.any(String) as string, ended_at: third?.runs[0]?.started_at }]);
    expect(third?.runs).toMatchObject([{ ended_at: null }]);
    const first = await service.bus.call(versionsOfCampaign, { id, limit: 1 });
    expect(first).toEqual({ items: [third], next: '3' });
    const rest = await service.bus.call(versionsOfCampaign, { id, cursor: '3' });
    expect(rest).toEqual({ items: items.slice(1), next: null });
    expect(await problemOf(service.bus.call(versionsOfCampaign, { id, cursor: 'x' }))).toMatchObject({ status: 400 });
    expect(await problemOf(service.bus.call(versionsOfCampaign, { id: unknown }))).toMatchObject({ status: 404 });
  });

  it('have audiences that are counted for two callers at once, for six in line, and not beyond a minute', async () => {
    const { promise, resolve } = Promise.withResolvers<{ users: number }>();
    let asked = 0;
    const away = await standIn(service.app, countOpenUsers, () => {
      asked += 1;
      return promise;
    });
    const size = () => service.bus.call(sizeOfAudience, { audience: {} });
    const counts = Array.from({ length: 8 }, size);
    await eventually(() => {
      expect(asked).toBe(2);
    });
    await expect(size()).rejects.toMatchObject({ code: 'service-unavailable', extras: { retry_after: 5 } });
    expect(asked).toBe(2);
    resolve({ users: 3 });
    expect(await Promise.all(counts)).toEqual(Array.from({ length: 8 }, () => ({ users: 3 })));
    const late = new AudienceCount(service.bus, performance.now()).users({});
    await expect(late).rejects.toMatchObject({ code: 'service-unavailable', extras: { retry_after: 60 } });
    away();
  });
});
