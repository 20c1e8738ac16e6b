import { userClosed, userRestored } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import type { NewCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

describe('a closed account', () => {
  let service: CampaignsUnderTest;
  let effects: NewCampaign['effects'];

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
    const stack = await service.newStack();
    effects = [{ type: 'transaction', stack_id: stack.id, value: 1 }];
    await service.run({ trigger: { event_name: 'visit' }, effects });
  });

  afterAll(() => service.stop());

  const tell = async (what: typeof userClosed | typeof userRestored, user_id: string, at: string) => {
    const controller = service.app.get(ErasureController);
    const act = what === userClosed ? controller.closed.bind(controller) : controller.restored.bind(controller);
    for (let n = 0; n < 2; n += 1) {
      await service.app.get(Transactions).run(() => act({ user_id, at }));
    }
  };
  const transactionsOf = async (user_id: string, fact = service.fact(user_id, 'visit')) => {
    await service.submit([fact]);
    return (await service.query('SELECT FROM ledger WHERE user_id = $1', [user_id])).length;
  };

  it('gets nothing for events accepted before, until it is restored', async () => {
    const [user, other] = [newUser(), newUser()];
    const [before, after] = [service.fact(user, 'visit'), service.fact(user, 'visit')];
    expect(await transactionsOf(user, before)).toBe(1);
    await tell(userClosed, user, '2026-11-22T10:00:00.000Z');
    expect(await transactionsOf(user, after)).toBe(1);
    expect(await transactionsOf(other)).toBe(1);
    expect(await service.outcomes(before)).toMatchObject([{ matched: true }]);
    expect(await service.outcomes(after)).toEqual([]);
    await tell(userRestored, user, '2026-11-22T10:00:01.000Z');
    expect(await transactionsOf(user)).toBe(2);
  });

  it('is restored when the fact of its closing comes last', async () => {
    const user = newUser();
    await tell(userRestored, user, '2026-11-22T10:00:01.000Z');
    await tell(userClosed, user, '2026-11-22T10:00:00.000Z');
    expect(await transactionsOf(user)).toBe(1);
  });

  it('stays closed for an old dead letter, until it is restored or erased', async () => {
    const [closed, restored, erased] = [newUser(), newUser(), newUser()];
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    for (const user of [closed, restored, erased]) await tell(userClosed, user, daysAgo(29));
    await tell(userRestored, restored, daysAgo(28));
    await service.chore('purge-tombstones');
    expect(await transactionsOf(closed)).toBe(0);
    expect(await transactionsOf(restored)).toBe(1);
    const rowsOf = (user: string) =>
      service.query('SELECT FROM closed_user WHERE user_hash = sha256($1)', [Buffer.from(user)]);
    expect(await rowsOf(restored)).toEqual([]);
    await service.app.get(Transactions).run(() => service.app.get(ErasureService).erase(erased));
    await tell(userClosed, erased, daysAgo(0));
    expect(await rowsOf(erased)).toEqual([]);
    expect(await transactionsOf(erased)).toBe(0);
  });
});
