import { startCampaign } from '@ces/contracts/campaigns/campaign-administration';
import {
  beginCodeImport,
  cancelCodeImport,
  codeImportFaults,
  codesOfCoupon,
  dropCodes,
  getCodeImport,
  takeCodes,
  type CodeState,
} from '@ces/contracts/campaigns/coupon-codes';
import { getCoupon } from '@ces/contracts/campaigns/coupons';
import { redeemTicket } from '@ces/contracts/campaigns/slips';
import { fenced } from '@ces/messaging/storage/transactions';
import { Chores } from '@ces/service/chores/chores';
import { eventually } from '@ces/testing/eventually';
import { lostFence } from '@ces/testing/lost-fence';
import { randomUUID } from 'node:crypto';
import { problemOf, refusalOf } from '../../../test/problem-of.js';
import { CampaignsUnderTest, newUser } from '../../../test/run-campaigns.js';
import { AddImportedCodesService } from './add-imported-codes.service.js';

describe('the codes of a coupon', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    // The spec runs the chores itself.
    Object.assign(service.app.get(Chores), { wake: () => undefined });
  });

  afterAll(() => service.stop());

  /** Sends the codes in parts, with line 1 first. */
  async function upload(codes: string[], atOnce = 3_000): Promise<{ import_id: string; parts: number }> {
    const import_id = randomUUID();
    let parts = 0;
    for (let from = 0; from < codes.length; from += atOnce, parts += 1) {
      const some = codes.slice(from, from + atOnce);
      const lines = some.map((_, index) => from + index + 1);
      await service.bus.call(takeCodes, { import_id, part: parts, lines, codes: some });
    }
    return { import_id, parts };
  }

  it('are added from a file in sets, also by two replicas at once, and those that are taken are named by line', async () => {
    const { id } = await service.newCoupon(0, { generate: undefined, codes: ['C-00002'] });
    const codes = Array.from({ length: 7_000 }, (_, index) => `C-${String(index).padStart(5, '0')}`);
    const file = await upload([...codes, 'C-00007']);
    await service.bus.call(beginCodeImport, { id, ...file });
    const adding = service.app.get(AddImportedCodesService);
    const both = async () => {
      while ((await adding.run()) === 'more');
    };
    await Promise.all([both(), both()]);
    const wanted = { id, import_id: file.import_id };
    const done = { state: 'finished', progress: 1, added: 6_999, refused: 2 };
    expect(await service.bus.call(getCodeImport, wanted)).toMatchObject(done);
    expect(await service.bus.call(getCoupon, { id })).toMatchObject({ available: 7_000 });
    const { items, next } = await service.bus.call(codeImportFaults, { ...wanted, limit: 1 });
    expect(items).toMatchObject([{ line: 3, code: 'taken', detail: expect.stringContaining('C-00002') as string }]);
    const rest = await service.bus.call(codeImportFaults, { ...wanted, cursor: next ?? '' });
    expect(rest).toMatchObject({ items: [{ line: 7_001 }], next: null });
    expect(await service.query('SELECT FROM coupon_code_import_line')).toEqual([]);
    const other = await service.newCoupon(1);
    expect(await problemOf(service.bus.call(getCodeImport, { ...wanted, id: other.id }))).toMatchObject({
      status: 404,
    });
  });

  it('are not added from an upload with a fault, a lost part or no coupon, and not twice', async () => {
    const { id } = await service.newCoupon(1);
    const bad = { import_id: randomUUID(), part: 0, lines: [4, 7], codes: ['fine', 'two words'] };
    expect(await refusalOf(service.bus.call(takeCodes, bad))).toMatchObject({ status: 422, code: 'csv-invalid' });
    const file = await upload(['A', 'B'], 1);
    const lost = service.bus.call(beginCodeImport, { id, ...file, parts: 3 });
    expect(await problemOf(lost)).toEqual({ status: 503, code: 'service-unavailable' });
    const gone = service.bus.call(beginCodeImport, { ...file, id: randomUUID() });
    expect(await problemOf(gone)).toEqual({ status: 404, code: 'coupon-not-found' });
    await service.bus.call(beginCodeImport, { id, ...file });
    expect(await problemOf(service.bus.call(beginCodeImport, { id, ...file }))).toMatchObject({ status: 503 });
    await service.bus.call(dropCodes, { import_id: file.import_id });
    await service.chore('add-imported-codes');
    expect(await service.bus.call(getCoupon, { id })).toMatchObject({ available: 3 });
    const large = await upload(['A'], 1);
    await service.query('UPDATE coupon_code_import SET lines = 999999 WHERE id = $1', [large.import_id]);
    const next = { import_id: large.import_id, part: 1, lines: [3, 4], codes: ['B', 'C'] };
    expect(await refusalOf(service.bus.call(takeCodes, next))).toMatchObject({
      code: 'csv-invalid',
      pointers: ['#/file'],
    });
    expect(await problemOf(service.bus.call(takeCodes, { ...next, part: 2 }))).toMatchObject({ status: 503 });
    const dropped = randomUUID();
    await service.bus.call(dropCodes, { import_id: dropped });
    const late = service.bus.call(takeCodes, { import_id: dropped, part: 0, lines: [1], codes: ['D'] });
    expect(await problemOf(late)).toMatchObject({ status: 503 });
  });

  it('are set aside when they cannot be added, and hold up no other file', async () => {
    await service.query(`ALTER TABLE coupon_code ADD CONSTRAINT of_spec CHECK (code <> 'broken') NOT VALID`);
    const { id } = await service.newCoupon(1);
    const [bad, good] = [await upload(['broken']), await upload(['fine'])];
    for (const file of [bad, good]) await service.bus.call(beginCodeImport, { id, ...file });
    await service.chore('add-imported-codes');
    const read = ({ import_id }: { import_id: string }) => service.bus.call(getCodeImport, { id, import_id });
    expect(await read(good)).toMatchObject({ state: 'finished', added: 1, obstacle: null });
    const obstacle = 'It failed on our side; the log says why.';
    expect(await read(bad)).toMatchObject({ state: 'waiting', added: 0, obstacle });
    await eventually(async () => {
      await service.query(
        `UPDATE coupon_code_import SET faults = 4, try_at = NULL WHERE id = $1 AND state = 'waiting'`,
        [bad.import_id],
      );
      await service.chore('add-imported-codes');
      expect(await read(bad)).toMatchObject({ state: 'failed', added: 0, obstacle });
    });
    await service.query('ALTER TABLE coupon_code DROP CONSTRAINT of_spec');
  });

  it('are added elsewhere when the replica has lost the election meanwhile', async () => {
    const { id } = await service.newCoupon(1);
    const file = await upload(['L-1']);
    await service.bus.call(beginCodeImport, { id, ...file });
    const wanted = { id, import_id: file.import_id };
    expect(await fenced(lostFence(service.app), () => service.app.get(AddImportedCodesService).run())).toBe('done');
    expect(await service.bus.call(getCodeImport, wanted)).toMatchObject({ state: 'waiting', added: 0, obstacle: null });
    await service.chore('add-imported-codes');
    expect(await service.bus.call(getCodeImport, wanted)).toMatchObject({ state: 'finished', added: 1 });
  });

  it('are cancelled with those that were added, and taken in only while fewer than twenty files have not ended', async () => {
    const { id } = await service.newCoupon(0, { generate: undefined, codes: ['A'] });
    const file = await upload(Array.from({ length: 3_000 }, (_, index) => `X-${index}`));
    await service.bus.call(beginCodeImport, { id, ...file });
    await service.app.get(AddImportedCodesService).run();
    const wanted = { id, import_id: file.import_id };
    expect(await service.bus.call(cancelCodeImport, wanted)).toMatchObject({ state: 'cancelled', added: 2_000 });
    await service.chore('add-imported-codes');
    await service.chore('purge-code-imports');
    expect(await service.bus.call(cancelCodeImport, wanted)).toMatchObject({ state: 'cancelled', added: 2_000 });
    expect(await service.query('SELECT FROM coupon_code_import_line WHERE import_id = $1', [file.import_id])).toEqual(
      [],
    );
    expect(await problemOf(service.bus.call(cancelCodeImport, { id, import_id: randomUUID() }))).toMatchObject({
      status: 404,
    });
    await service.query(
      `INSERT INTO coupon_code_import (id, coupon_id, state, try_at)
       SELECT gen_random_uuid(), $1, 'waiting', 'infinity' FROM generate_series(1, 20)`,
      [id],
    );
    expect(await problemOf(upload(['Y']))).toEqual({ status: 503, code: 'service-unavailable' });
    await service.query(`DELETE FROM coupon_code_import WHERE try_at = 'infinity'`);
  });

  it('are listed in order with state and slip, by their beginning and by their state', async () => {
    const { id } = await service.newCoupon(0, { generate: undefined, codes: ['B-2', 'A-1', 'B-1', 'B-3', 'C%'] });
    const effects = [{ type: 'claim_coupon' as const, coupon_id: id }];
    const campaign = await service.draft({ trigger: { event_name: 'code' }, effects });
    await service.bus.call(startCampaign, { id: campaign.id });
    const [anna, ben] = [newUser(), newUser()];
    const facts = [service.fact(anna, 'code'), service.fact(ben, 'code')];
    for (const fact of facts) await service.submit([fact]);
    await service.bus.call(redeemTicket, { coupon_id: id, code: 'A-1' });
    const list = async (more: { q?: string; state?: CodeState; limit?: number; cursor?: string } = {}) => {
      const { items, next } = await service.bus.call(codesOfCoupon, { id, ...more });
      return [items.map(({ code, state }) => `${code} ${state}`), next];
    };
    const all = ['A-1 redeemed', 'B-1 available', 'B-2 issued', 'B-3 available', 'C% available'];
    expect(await list()).toEqual([all, null]);
    expect(await list({ q: 'B-' })).toEqual([all.slice(1, 4), null]);
    expect(await list({ q: '%' })).toEqual([[], null]);
    expect(await list({ limit: 2 })).toEqual([all.slice(0, 2), 'B-1']);
    expect(await list({ limit: 2, cursor: 'B-1', state: 'available' })).toEqual([all.slice(3), null]);
    for (const cursor of ['abc', 'B', 'B-11', 'C% '])
      expect(await problemOf(list({ cursor }))).toEqual({ status: 400, code: 'parameter-invalid' });
    expect(await list({ state: 'issued' })).toEqual([['B-2 issued'], null]);
    expect(await list({ state: 'redeemed', q: 'B' })).toEqual([[], null]);
    const { items } = await service.bus.call(codesOfCoupon, { id, q: 'B-2' });
    expect(items).toMatchObject([
      { slip: { user_id: anna, campaign_id: campaign.id, event_id: facts[0]?.id, redeemed_at: null } },
    ]);
    await service.query('DELETE FROM coupon_slip WHERE user_id = $1', [anna]);
    expect(await list({ state: 'erased' })).toEqual([['B-2 erased'], null]);
  });
});
