import { balancesOf, correctBalance, putStack, transactionsOf } from '@ces/contracts/campaigns/stacks';
import { exportOf } from '@ces/contracts/identity/erasure';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Transactions } from '@ces/messaging/storage/transactions';
import { inCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { problemOf, refusalOf } from '../../test/problem-of.js';
import { CampaignsUnderTest, newUser } from '../../test/run-campaigns.js';

describe('a correction of a balance', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  const correct = (user_id: string, stack_id: string, value: number, more: object = {}) =>
    service.bus.call(correctBalance, { user_id, stack_id, value, reason: 'Spec', ...more });
  const balance = async (user_id: string) => (await service.bus.call(balancesOf, { user_id }))[0]?.value;
  const tooLow = { status: 409, code: 'balance-too-low' };

  it('is an entry of the ledger with its reason, and a fact of which webhooks are told', async () => {
    const [stack, user] = [await service.newStack(), newUser()];
    const made = await correct(user, stack.id.toUpperCase(), 30, { reason: 'A broken till' });
    const entry = { id: made.id, user_id: user, stack_id: stack.id, block_id: stack.blocks[0]?.id, value: 30 };
    expect(made).toEqual({ ...entry, created: expect.any(String), reason: 'A broken till', balance: 30 });
    expect(await correct(user, stack.id, -10)).toMatchObject({ value: -10, balance: 20 });
    expect(await balance(user)).toBe(20);
    const { items } = await service.bus.call(transactionsOf, { user_id: user });
    expect(items[1]).toEqual({ ...entry, created: made.created });
    const facts = await service.query<{ subject: string; payload: string }>(
      'SELECT subject, payload FROM outbox WHERE payload LIKE $1 ORDER BY id LIMIT 1',
      [`%${made.id}%`],
    );
    expect(facts.map(({ subject, payload }) => [subject, JSON.parse(payload) as object])).toEqual([
      ['campaigns.transaction-created', entry],
    ]);
    const exported = await service.bus.call(exportOf('campaigns'), { user_id: user, cursor: '1 ' });
    expect(JSON.stringify(exported)).toContain('A broken till');
  });

  it('is booked once for a repeated idempotency key', async () => {
    const [stack, user] = [await service.newStack(), newUser()];
    const idempotency = { scope: 'cl_test POST /corrections', key: newId(), hash: 'hash' };
    const once = () => inCall({ requestId: newId(), idempotency }, () => correct(user, stack.id, 5));
    expect(await once()).toEqual(await once());
    expect(await balance(user)).toBe(5);
  });

  it('takes no balance below zero unless the stack allows it, also when several come at once', async () => {
    const [stack, user] = [await service.newStack(), newUser()];
    expect(await problemOf(correct(user, stack.id, -1))).toEqual(tooLow);
    await correct(user, stack.id, 10);
    const some = await Promise.allSettled(Array.from({ length: 5 }, () => correct(user, stack.id, -4)));
    expect(some.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await balance(user)).toBe(2);
    const { id, name } = stack;
    expect(await service.bus.call(putStack, { id, name, allow_negative: true })).toMatchObject({
      allow_negative: true,
    });
    expect(await correct(user, id, -4)).toMatchObject({ balance: -2 });
    expect(await service.bus.call(putStack, { id, name })).toMatchObject({ allow_negative: true });
    await service.bus.call(putStack, { id, name, allow_negative: false });
    expect(await correct(user, id, 1)).toMatchObject({ balance: -1 });
    expect(await problemOf(correct(user, id, -1))).toEqual(tooLow);
  });

  it('goes to the block that it names, and refuses a stack or block that does not exist', async () => {
    const [stack, other, user] = [await service.newStack(), await service.newStack(), newUser()];
    const put = await service.bus.call(putStack, { id: stack.id, name: 'Points', blocks: [{ name: 'bonus' }] });
    const bonus = put.blocks[1]?.id ?? '';
    expect(await correct(user, stack.id, 1, { block_id: bonus.toUpperCase() })).toMatchObject({ block_id: bonus });
    for (const [stack_id, block_id, pointer] of [
      [newId(), undefined, '#/stack_id'],
      ['stack', undefined, '#/stack_id'],
      [stack.id, other.blocks[0]?.id, '#/block_id'],
    ] as const)
      expect(await refusalOf(correct(user, stack_id, 1, { block_id }))).toEqual({
        ...{ status: 400, code: 'validation-failed' },
        pointers: [pointer],
      });
    for (const wrong of [{ value: 0 }, { value: 0.5 }, { value: 2e12 }, { reason: ' ' }, { reason: 'x'.repeat(501) }])
      expect(await problemOf(correct(user, stack.id, 1, wrong))).toMatchObject({ code: 'validation-failed' });
  });

  it('is refused for a closed account', async () => {
    const [stack, user] = [await service.newStack(), newUser()];
    const at = new Date().toISOString();
    await service.app
      .get(Transactions)
      .run(() => service.app.get(ClosedUsers).noteClosing(user, { state: 'closed', at }));
    expect(await problemOf(correct(user, stack.id, 1))).toEqual({ status: 404, code: 'user-not-found' });
  });
});
