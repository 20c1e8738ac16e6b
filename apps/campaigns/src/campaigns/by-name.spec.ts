import * as contract from '@ces/contracts/campaigns/by-name';
import { endCampaign, getCampaign, startCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { getCoupon } from '@ces/contracts/campaigns/coupons';
import { createStack, getStack, listStacks } from '@ces/contracts/campaigns/stacks';
import { getSurvey } from '@ces/contracts/campaigns/surveys';
import { etagOf } from '@ces/messaging/calls/etag';
import { inCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';

describe('by name', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  const newKey = () => `spec-${randomUUID()}`;
  const putStack = (key: string, more: object = {}) =>
    service.bus.call(contract.putStackByKey, { key, name: 'Points', blocks: [{ name: 'a' }], ...more });
  const putCoupon = (key: string, more: object = {}) =>
    service.bus.call(contract.putCouponByKey, { key, title: 'Coffee', ...more });
  const idOf = (answer: object) => (answer as { id: string }).id;

  it('an object is made once, is left alone by the same request, and is replaced by another one', async () => {
    const key = newKey();
    const made = await putStack(key);
    expect(made).toMatchObject({ status: 'created', key, name: 'Points', blocks: [{ name: 'a' }] });
    const { status, ...stack } = { ...made };
    expect(await service.bus.call(contract.getStackByKey, { key })).toEqual(stack);
    expect(await service.bus.call(getStack, { id: idOf(made) })).toEqual(stack);
    expect(await putStack(key)).toEqual({ ...stack, status: 'unchanged' });
    const changed = await putStack(key, { name: 'Miles', blocks: [{ name: 'b' }] });
    expect(changed).toMatchObject({
      id: idOf(made),
      status: 'updated',
      name: 'Miles',
      blocks: [{ name: 'a' }, { name: 'b' }],
    });
    expect(status).toBe('created');
  });

  it('ten requests at once for a new key make one object', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => putStack(key)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual(['created', ...Array<string>(9).fill('unchanged')]);
  });

  it('a dry run tells the differences, refuses what the request would be refused for, and changes nothing', async () => {
    const key = newKey();
    const before = await service.bus.call(listStacks, {});
    expect(await putStack(key, { dry_run: true })).toMatchObject({
      ...{ id: null, key, status: 'created' },
      differences: [
        { pointer: '#/key', before: null, after: key },
        { pointer: '#/name', before: null, after: 'Points' },
        { pointer: '#/blocks', before: null, after: [{ name: 'a' }] },
        { pointer: '#/allow_negative', before: null, after: false },
      ],
    });
    expect(await service.bus.call(listStacks, {})).toEqual(before);
    const id = idOf(await putStack(key));
    const differences = [{ pointer: '#/name', before: 'Points', after: 'Miles' }];
    expect(await putStack(key, { name: 'Miles', dry_run: true })).toEqual({ id, key, status: 'updated', differences });
    expect(await putStack(key, { dry_run: true })).toEqual({ id, key, status: 'unchanged', differences: [] });
    const refused = putStack(key, { blocks: [{ id: newId(), name: 'x' }], dry_run: true });
    expect(await refusalOf(refused)).toMatchObject({ status: 400, pointers: ['#/blocks/0/id'] });
    expect(await service.bus.call(getStack, { id })).toMatchObject({ name: 'Points' });
  });

  it('an object that exists is adopted, which gives it the key, and no key of another one', async () => {
    const { id } = await service.bus.call(createStack, { name: 'Points', blocks: [{ name: 'a' }] });
    const key = newKey();
    const differences = [{ pointer: '#/key', before: null, after: key }];
    expect(await putStack(key, { adopt: id, dry_run: true })).toEqual({ id, key, status: 'updated', differences });
    expect(await putStack(key, { adopt: id.toUpperCase() })).toMatchObject({ id, key, status: 'updated' });
    expect(await putStack(key, { adopt: id })).toMatchObject({ id, status: 'unchanged' });
    const other = await service.bus.call(createStack, { name: 'Other' });
    expect(await problemOf(putStack(key, { adopt: other.id }))).toEqual({ status: 409, code: 'key-taken' });
    expect(await problemOf(putStack(newKey(), { adopt: newId() }))).toEqual({ status: 404, code: 'stack-not-found' });
    const renamed = newKey();
    expect(await putStack(renamed, { adopt: id })).toMatchObject({ id, key: renamed });
    expect(await problemOf(service.bus.call(contract.getStackByKey, { key }))).toMatchObject({ status: 404 });
  });

  it('nothing is found by a key that nothing has, or that is none', async () => {
    for (const key of [newKey(), 'Über\0']) {
      expect(await problemOf(service.bus.call(contract.getStackByKey, { key }))).toEqual({
        ...{ status: 404, code: 'stack-not-found' },
      });
    }
  });

  it('If-Match is compared as it is for the id', async () => {
    const key = newKey();
    const { id } = { id: idOf(await putStack(key)) };
    const tag = etagOf(await service.bus.call(getStack, { id }));
    const put = (ifMatch: string, name: string) =>
      inCall({ requestId: 'spec', ifMatch }, () => putStack(key, { name }));
    expect(await put(tag, 'Miles')).toMatchObject({ status: 'updated' });
    expect(await problemOf(put(tag, 'Points'))).toEqual({ status: 412, code: 'precondition-failed' });
    const made = inCall({ requestId: 'spec', ifMatch: '*' }, () => putStack(newKey()));
    expect(await problemOf(made)).toEqual({ status: 412, code: 'precondition-failed' });
  });

  it('an Idempotency-Key gets the first answer again', async () => {
    const key = newKey();
    const idempotency = { scope: `spec ${key}`, key, hash: 'h' };
    const put = () => inCall({ requestId: 'spec', idempotency }, () => putStack(key));
    const first = await put();
    expect(first).toMatchObject({ status: 'created' });
    expect(await put()).toEqual(first);
  });

  it('two requests work at once, twenty wait without a connection, and more are told to come back', async () => {
    const key = newKey();
    const holder = service.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
    await holder.query(`SELECT pg_advisory_xact_lock(hashtextextended('key of stacks ' || $1, 0))`, [key]);
    const put = (_: unknown, place: number) => {
      const idempotency = { scope: `spec ${key}`, key: String(place), hash: 'h' };
      return inCall({ requestId: 'spec', idempotency }, () => putStack(key));
    };
    const waiting = Array.from({ length: 22 }, put);
    expect(await problemOf(put(undefined, 22))).toEqual({ status: 503, code: 'service-unavailable' });
    const stuck = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
    await eventually(async () => {
      expect(await service.query(stuck)).toHaveLength(2);
    });
    await holder.commitTransaction();
    await holder.release();
    const all = (await Promise.all(waiting)).map(({ status }) => status).sort();
    expect(all).toEqual(['created', ...Array<string>(21).fill('unchanged')]);
  });

  it('a coupon gets the codes that it lacks, and loses none', async () => {
    const key = newKey();
    const made = await putCoupon(key, { codes: ['A', 'B'] });
    expect(made).toMatchObject({ status: 'created', available: 2 });
    expect(await putCoupon(key, { codes: ['B', 'C'], dry_run: true })).toMatchObject({
      ...{ status: 'updated', differences: [{ pointer: '#/codes', before: 2, after: 3 }] },
    });
    expect(await putCoupon(key, { codes: ['B', 'C'] })).toMatchObject({ status: 'updated', available: 3 });
    expect(await putCoupon(key, { codes: ['B', 'C'] })).toMatchObject({ status: 'unchanged', available: 3 });
    const image = { type: 'image' as const, data: { src: 'https://a.example/a.png', alt: 'A' } };
    expect(await putCoupon(key, { image, valid_seconds: 60 })).toMatchObject({
      image,
      valid_seconds: 60,
      available: 3,
    });
    expect(await putCoupon(key)).toMatchObject({
      status: 'updated',
      image: { data: { src: '' } },
      valid_seconds: null,
    });
    expect(await service.bus.call(getCoupon, { id: idOf(made) })).toMatchObject({ key, available: 3 });
  });

  it('a coupon is filled up to the count of `generate`', async () => {
    const key = newKey();
    const filled = (count: number) => putCoupon(key, { generate: { count } });
    expect(await filled(3)).toMatchObject({ status: 'created', available: 3 });
    expect(await filled(3)).toMatchObject({ status: 'unchanged', available: 3 });
    expect(await filled(5)).toMatchObject({ status: 'updated', available: 5 });
    expect(await filled(1)).toMatchObject({ status: 'unchanged', available: 5 });
    const short = putCoupon(key, { generate: { count: 1, pattern: 'SHORT-**' } });
    expect(await refusalOf(short)).toMatchObject({ status: 400, pointers: ['#/generate/pattern'] });
  });

  it('a survey keeps the ids of its questions', async () => {
    const key = newKey();
    const questions = [{ text: 'Good?', answers: [{ text: 'Yes' }] }];
    const put = (title: string) => service.bus.call(contract.putSurveyByKey, { key, title, questions });
    const made = await put('Visit');
    expect(await put('Visit')).toEqual({ ...made, status: 'unchanged' });
    expect(await put('Coffee')).toMatchObject({ ...made, title: 'Coffee', status: 'updated' });
    expect(await service.bus.call(getSurvey, { id: idOf(made) })).toMatchObject({ key, title: 'Coffee' });
    expect(await service.bus.call(contract.getSurveyByKey, { key })).toMatchObject({ title: 'Coffee' });
  });

  describe('a campaign', () => {
    let stack: string;

    beforeAll(async () => {
      stack = (await service.newStack()).id;
    });

    const put = (key: string, more: object = {}) =>
      service.bus.call(contract.putCampaignByKey, {
        ...{ key, name: 'Spec', trigger: { event_name: 'purchase' } },
        effects: [{ type: 'transaction', stack_id: stack.toUpperCase(), value: 1 }],
        ...more,
      });

    it('gets a version by a change only, and keeps its state', async () => {
      const key = newKey();
      const made = await put(key);
      const id = idOf(made);
      expect(made).toMatchObject({ status: 'created', state: 'draft', version: 1 });
      await service.bus.call(startCampaign, { id });
      expect(await put(key)).toMatchObject({ status: 'unchanged', state: 'running', version: 1 });
      expect(await put(key, { condition: 'event.amount > 1', dry_run: true })).toMatchObject({
        differences: [{ pointer: '#/condition', before: null, after: 'event.amount > 1' }],
      });
      expect(await service.bus.call(getCampaign, { id })).toMatchObject({ version: 1, condition: null });
      expect(await put(key, { condition: 'event.amount > 1' })).toMatchObject({
        ...{ status: 'updated', state: 'running', version: 2 },
      });
      expect(await refusalOf(put(key, { condition: 'event.' }))).toMatchObject({
        status: 422,
        code: 'campaign-refused',
      });
    });

    it('that has ended is unchanged as it is, and refuses a change', async () => {
      const key = newKey();
      const id = idOf(await put(key));
      await service.bus.call(endCampaign, { id });
      expect(await put(key)).toMatchObject({ status: 'unchanged', state: 'ended' });
      expect(await problemOf(put(key, { name: 'New' }))).toEqual({ status: 409, code: 'campaign-state-conflict' });
    });

    it('leaves no segment in use after a dry run', async () => {
      const segment = newId();
      const before = service.registeredSegments.length;
      await put(newKey(), { audience: { include_segments: [segment] }, dry_run: true });
      await eventually(() => {
        expect(service.registeredSegments.slice(before)).toEqual([[segment], []]);
      });
      await eventually(async () => {
        expect(await service.query('SELECT FROM campaign_registration')).toEqual([]);
      });
    });
  });
});
