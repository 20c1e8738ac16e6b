import {
  addCodes,
  createCoupon,
  getCoupon,
  listCoupons,
  type Coupon,
  type NewCodes,
} from '@ces/contracts/campaigns/coupons';
import { rpc } from '@ces/contracts/rpc';
import { Transactions } from '@ces/messaging/storage/transactions';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest } from '../../test/run-campaigns.js';
import { CodesService } from './codes.service.js';
import { CouponsService } from './coupons.service.js';

describe('coupons', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  it('are all listed, also when together they are larger than any message', async () => {
    const { id, ...like } = await service.newCoupon(1, { description: '👍'.repeat(5_000) });
    await service.query(
      `INSERT INTO coupon SELECT gen_random_uuid(), title, description, image, display, valid_seconds, valid_until, created_at
         FROM coupon, generate_series(2, 450) WHERE id = $1`,
      [id],
    );
    const listed: Coupon[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await service.bus.call(listCoupons, cursor === undefined ? {} : { cursor });
      listed.push(...page.items);
      cursor = page.next;
    }
    expect(new Set(listed.map((coupon) => coupon.id)).size).toBe(450);
    expect(listed.find((coupon) => coupon.id === id)).toEqual({ id, ...like });
  });

  it('take codes in lists or generate them, each code once', async () => {
    const { id, ...coupon } = await service.bus.call(createCoupon, { title: 'Coffee', codes: ['A-1', 'A-2'] });
    expect(coupon).toMatchObject({ available: 2, claimed: 0 });
    const add = (codes: NewCodes) => service.bus.call(addCodes, { id, ...codes });
    expect(await problemOf(add({ codes: ['A-3', 'A-2'] }))).toEqual({ status: 409, code: 'coupon-code-taken' });
    expect(await add({ codes: ['A-3'] })).toMatchObject({ available: 3 });
    expect(await add({ generate: { count: 500, pattern: 'X-********' } })).toMatchObject({ available: 503 });
    for (const codes of [
      { codes: ['B', 'B'] },
      { codes: ['two words'] },
      {},
      { generate: { count: 5, pattern: '12345678*' } },
    ]) {
      expect(await problemOf(add(codes))).toEqual({ status: 400, code: 'validation-failed' });
    }
  });

  it('show a QR code, no picture and no end where nothing else is said', async () => {
    const { id, created, ...plain } = await service.bus.call(createCoupon, { title: 'Tea' });
    expect(plain).toEqual({
      ...{ key: null, title: 'Tea', description: '', image: { type: 'image', data: { src: '', alt: '' } } },
      ...{ display: { systemName: 'qr-code', title: 'QR code' }, valid_seconds: null, expires_at: null },
      ...{ available: 0, claimed: 0 },
    });
    const until = await service.bus.call(createCoupon, { title: 'Tea', expires_at: '2099-01-01T01:00:00+01:00' });
    expect(until.expires_at).toBe('2099-01-01T00:00:00.000Z');
    expect(await service.bus.call(getCoupon, { id: id.toUpperCase() })).toEqual({ id, created, ...plain });
  });

  it('have their end under both names for a gateway of 0.3.0', async () => {
    const asBefore = rpc(createCoupon.subject, null).returns<object>();
    const moment = '2099-01-01T00:00:00.000Z';
    const answer = await service.bus.call(asBefore, { title: 'Tea', valid_until: moment });
    expect(answer).toMatchObject({ expires_at: moment, valid_until: moment });
  });

  it('that do not exist are neither read nor given codes', async () => {
    for (const id of [randomUUID(), 'coffee']) {
      for (const call of [service.bus.call(getCoupon, { id }), service.bus.call(addCodes, { id, codes: ['A'] })]) {
        expect(await problemOf(call)).toEqual({ status: 404, code: 'coupon-not-found' });
      }
    }
  });

  it('are found by a part of their title', async () => {
    const { id } = await service.bus.call(createCoupon, { title: 'Half a Croissant' });
    const { items } = await service.bus.call(listCoupons, { q: 'CROISS' });
    expect(items.map((coupon) => coupon.id)).toEqual([id]);
  });

  it('name the first code that is taken, and take none of the list then', async () => {
    const { id } = await service.bus.call(createCoupon, { title: 'Tea', codes: ['T-1', 'T-2'] });
    const more = service.bus.call(addCodes, { id, codes: ['T-3', 'T-2', 'T-1'] });
    expect(await refusalOf(more)).toEqual({ status: 409, code: 'coupon-code-taken', pointers: ['#/codes/1'] });
    expect(await service.bus.call(getCoupon, { id })).toMatchObject({ available: 2 });
  });

  it('may have the codes of another coupon', async () => {
    const coupons = [1, 2].map(() => service.bus.call(createCoupon, { title: 'Tea', codes: ['T-1'] }));
    expect((await Promise.all(coupons)).map(({ available }) => available)).toEqual([1, 1]);
  });

  describe('hand out codes', () => {
    const inTransaction = <T>(work: (codes: CodesService) => Promise<T>): Promise<T> =>
      service.app.get(Transactions).run(() => work(service.app.get(CodesService)));
    const lock = (...needed: [string, number][]) => inTransaction((codes) => codes.lock(new Map(needed)));
    const withCodes = async (...codes: string[]) =>
      (await service.bus.call(createCoupon, { title: 'Tea', ...(codes.length > 0 ? { codes } : {}) })).id;

    it('in the order in which they were added, as many as are left', async () => {
      const [tea, coffee] = [await withCodes('Z', 'A', 'M'), await withCodes('C')];
      await service.bus.call(addCodes, { id: tea, codes: ['B'] });
      expect(await lock([tea, 2], [coffee, 5])).toEqual(
        new Map([
          [tea, ['Z', 'A']],
          [coffee, ['C']],
        ]),
      );
      expect((await lock([tea, 9])).get(tea)).toEqual(['Z', 'A', 'M', 'B']);
    });

    it('neither twice nor of a coupon that is over', async () => {
      const id = await withCodes('A', 'B');
      await service.query('UPDATE coupon_code SET slip_id = $1 WHERE coupon_id = $1 AND code = $2', [id, 'A']);
      expect((await lock([id, 2])).get(id)).toEqual(['B']);
      await service.query('UPDATE coupon SET valid_until = now() WHERE id = $1', [id]);
      expect((await lock([id, 2])).get(id)).toEqual([]);
    });

    it('past those that another transaction holds, and wait when those are the last', async () => {
      const id = await withCodes('A', 'B');
      await service.app.get(DataSource).transaction(async (tx) => {
        await tx.query(`SELECT FROM coupon_code WHERE coupon_id = $1 AND code = 'A' FOR UPDATE`, [id]);
        expect((await lock([id, 1])).get(id)).toEqual(['B']);
        await expect(lock([id, 2])).rejects.toMatchObject({
          ...{ code: 'service-unavailable', detail: 'The last codes are being handed out.' },
          extras: { retry_after: 1 },
        });
      });
      expect((await lock([id, 2])).get(id)).toEqual(['A', 'B']);
    });

    it('after they were counted up to the number needed, without a lock', async () => {
      const [tea, coffee, none] = [await withCodes('A', 'B', 'C'), await withCodes('D'), await withCodes()];
      const needed = new Map([
        [tea, 2],
        [coffee, 2],
        [none, 1],
      ]);
      await service.app.get(DataSource).transaction(async (tx) => {
        await tx.query('SELECT FROM coupon_code WHERE coupon_id = $1 FOR UPDATE', [tea]);
        expect(await inTransaction((codes) => codes.countFree(needed))).toEqual(
          new Map([
            [tea, 2],
            [coffee, 1],
            [none, 0],
          ]),
        );
      });
    });

    it('which are known to be missing', async () => {
      const [some, none, unknown] = [await withCodes('A'), await withCodes(), randomUUID()];
      const coupons = service.app.get(CouponsService);
      expect(await coupons.withoutCodes([some, none, unknown])).toEqual(new Set([none, unknown]));
      expect(await coupons.known([some, unknown, 'coffee'])).toEqual(new Set([some]));
    });
  });
});
