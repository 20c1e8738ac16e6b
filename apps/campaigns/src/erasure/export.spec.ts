import { exportOf } from '@ces/contracts/identity/erasure';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

const anyText = expect.any(String) as string;
const ourMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('the export of a user', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  async function exported(user_id: string): Promise<{ name: string; items: object[] }[]> {
    const chunks: { name: string; items: object[] }[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const request = cursor === undefined ? { user_id } : { user_id, cursor };
      const { next, ...chunk } = (await service.bus.call(exportOf('campaigns'), request)) as { next: string | null };
      for (const [name, items] of Object.entries(chunk)) chunks.push({ name, items: items as object[] });
      cursor = next;
    }
    return chunks;
  }

  it('comes in chunks, each item once, and holds nothing of other users', async () => {
    const [stack, user, other] = [await service.newStack(), newUser(), newUser()];
    const effects = [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }];
    const { id } = await service.run({ trigger: { event_name: 'exported' }, effects });
    await service.submit([user, other].map((userId) => service.fact(userId, 'exported')));
    await service.query(
      `INSERT INTO ledger SELECT gen_random_uuid(), $1, stack_id, block_id, n, campaign_id, event_id, n, created_at
         FROM ledger, generate_series(1, 1200) AS n WHERE campaign_id = $2 AND user_id = $1`,
      [user, id],
    );
    const chunks = await exported(user);
    const transactions = chunks.filter(({ name }) => name === 'transactions').map(({ items }) => items);
    expect(transactions.map((items) => items.length)).toEqual([500, 500, 201, 0]);
    expect(new Set(transactions.flat().map((item) => (item as { id: string }).id)).size).toBe(1_201);
    const itemsOf = (wanted: string) => chunks.flatMap(({ name, items }) => (name === wanted ? items : []));
    expect(itemsOf('balances')).toEqual([{ block_id: stack.blocks[0]?.id, value: 1 }]);
    expect(itemsOf('grants')).toEqual([{ campaign_id: id, event_id: anyText, version: 1, occurred_at: ourMoment }]);
    expect(transactions[0]?.[0]).toMatchObject({ created: ourMoment });
    expect(itemsOf('outcomes')).toEqual([]);
  });

  it('comes in chunks of some 400 KB, each with one item more at the most', async () => {
    const user = newUser();
    await service.query(
      `INSERT INTO event_outcome (event_id, user_id, occurred_at, trigger, outcomes)
       SELECT gen_random_uuid(), $1, now(), 't', to_json(repeat('x', 150000)) FROM generate_series(1, 5)`,
      [user],
    );
    const outcomes = (await exported(user)).filter(({ name }) => name === 'outcomes');
    expect(outcomes.map(({ items }) => items.length)).toEqual([3, 2, 0]);
  });

  it('ends with the last part, also of a user of whom nothing is known', async () => {
    const chunks = await exported(newUser());
    expect(chunks.map(({ name, items }) => [name, items.length])).toEqual(
      [
        ...['coupon_slips', 'transactions', 'balances', 'surveys_asked'],
        ...['survey_answers', 'outcomes', 'counters', 'grants'],
      ].map((name) => [name, 0]),
    );
    expect(await service.bus.call(exportOf('campaigns'), { user_id: newUser(), cursor: '8 ' })).toEqual({ next: null });
  });
});
