import { importMemberBalances, type ImportedBalance } from '@ces/contracts/campaigns/member-balances';
import { balancesOf, createStack } from '@ces/contracts/campaigns/stacks';
import { exportOf } from '@ces/contracts/identity/erasure';
import { Transactions } from '@ces/messaging/storage/transactions';
import { eventually } from '@ces/testing/eventually';
import { randomBytes, randomUUID } from 'node:crypto';
import { CampaignsUnderTest } from '../../../test/run-campaigns.js';
import { ErasureService } from '../../erasure/erasure.service.js';
import { LedgerRetentionService } from '../retention/ledger-retention.service.js';

describe('balances of imported members', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  const newUser = () => `U${randomBytes(12).toString('hex')}`;
  const importOne = async (user_id: string | null, balances: ImportedBalance[], dry_run = false) =>
    (await service.bus.call(importMemberBalances, { dry_run, members: [{ user_id, balances }] }))[0];
  const valuesOf = async (user_id: string) =>
    (await service.bus.call(balancesOf, { user_id })).map(({ value }) => value);

  it('are booked once, corrected by the difference, and told to nobody', async () => {
    const { id: stack_id } = await service.newStack();
    const user = newUser();
    expect(await importOne(user, [{ stack_id, value: 120 }])).toEqual({ changed: true, faults: [] });
    expect(await importOne(user, [{ stack_id, value: 120 }])).toEqual({ changed: false, faults: [] });
    expect(await valuesOf(user)).toEqual([120]);
    expect(await importOne(user, [{ stack_id, value: 100 }])).toEqual({ changed: true, faults: [] });
    expect(await valuesOf(user)).toEqual([100]);
    expect(await service.query('SELECT FROM outbox WHERE strpos(payload, $1) > 0', [user])).toEqual([]);
  });

  it('are not booked for a dry run, with a fault, or for a user who is gone', async () => {
    const { id: stack_id, blocks } = await service.newStack();
    const [user, gone] = [newUser(), newUser()];
    expect(await importOne(null, [{ stack_id, value: 5 }], true)).toEqual({ changed: true, faults: [] });
    const faulty = [
      { stack_id, value: 5 },
      { stack_id, block_id: blocks[0]?.id ?? '', value: 6 },
      { stack_id: 'x', value: 1 },
    ];
    expect(await importOne(user, faulty)).toMatchObject({
      faults: [
        { pointer: '#/balances/1', code: 'repeated' },
        { pointer: '#/balances/2', code: 'unknown' },
      ],
    });
    await service.query('INSERT INTO erased_user (user_hash) VALUES (sha256($1::text::bytea))', [gone]);
    expect(await importOne(gone, [{ stack_id, value: 5 }])).toMatchObject({ faults: [{ code: 'user-not-found' }] });
    expect([await valuesOf(user), await valuesOf(gone)]).toEqual([[], []]);
  });

  it('are booked on the block that is named, else on the first, however their ids are written', async () => {
    const blocks = [{ name: 'base' }, { name: 'bonus' }];
    const stack = await service.bus.call(createStack, { name: 'Points', blocks });
    const [stack_id, second = ''] = [stack.id.toUpperCase(), stack.blocks[1]?.id.toUpperCase()];
    const user = newUser();
    const both = [
      { stack_id, value: 1 },
      { stack_id, block_id: second, value: 20 },
    ];
    expect(await importOne(user, both)).toEqual({ changed: true, faults: [] });
    expect(await valuesOf(user)).toEqual([1, 20]);
    const other = await service.newStack();
    expect(await importOne(user, [{ stack_id: other.id, block_id: second, value: 1 }])).toMatchObject({
      faults: [{ pointer: '#/balances/0', code: 'unknown' }],
    });
  });

  it('leave alone what campaigns have given', async () => {
    const { id: stack_id } = await service.newStack();
    const user = newUser();
    await service.run({ trigger: { event_name: 'earned' }, effects: [{ type: 'transaction', stack_id, value: 7 }] });
    await service.submit([service.fact(user, 'earned')]);
    await importOne(user, [{ stack_id, value: 100 }]);
    expect(await valuesOf(user)).toEqual([107]);
    expect(await importOne(user, [{ stack_id, value: 100 }])).toEqual({ changed: false, faults: [] });
    await importOne(user, [{ stack_id, value: -5 }]);
    expect(await valuesOf(user)).toEqual([2]);
  });

  it('of 0 are no change', async () => {
    const { id: stack_id } = await service.newStack();
    const user = newUser();
    expect(await importOne(user, [{ stack_id, value: 0 }])).toEqual({ changed: false, faults: [] });
    expect(await valuesOf(user)).toEqual([]);
  });

  it('are booked for the members without faults beside others', async () => {
    const { id: stack_id } = await service.newStack();
    const [sound, faulty] = [newUser(), newUser()];
    const members = [
      {
        user_id: faulty,
        balances: [
          { stack_id, value: 1 },
          { stack_id: randomUUID(), value: 1 },
        ],
      },
      { user_id: sound, balances: [{ stack_id, value: 2 }] },
    ];
    expect(await service.bus.call(importMemberBalances, { dry_run: false, members })).toMatchObject([
      { faults: [{ pointer: '#/balances/1', code: 'unknown' }] },
      { changed: true, faults: [] },
    ]);
    expect([await valuesOf(faulty), await valuesOf(sound)]).toEqual([[], [2]]);
  });

  it('are booked once by two imports at the same time', async () => {
    const { id: stack_id } = await service.newStack();
    const user = newUser();
    const imports = await Promise.all([1, 2, 3].map(() => importOne(user, [{ stack_id, value: 50 }])));
    expect(imports.filter((each) => each?.changed)).toHaveLength(1);
    expect(await valuesOf(user)).toEqual([50]);
  });

  it('are known when the months in which they were booked are dropped, like all balances', async () => {
    const { id: stack_id, blocks } = await service.newStack();
    const [user, gone] = [newUser(), newUser()];
    await service.run({ trigger: { event_name: 'long-ago' }, effects: [{ type: 'transaction', stack_id, value: 7 }] });
    for (const each of [user, gone]) await importOne(each, [{ stack_id, value: 100 }]);
    await service.submit([service.fact(user, 'long-ago')]);
    const drop = () => service.app.get(LedgerRetentionService).arrangeAt(new Date('2029-06-15T00:00:00Z'));
    await Promise.all([drop(), drop()]);
    expect(await service.query('SELECT FROM ledger')).toEqual([]);
    expect(await importOne(user, [{ stack_id, value: 100 }])).toEqual({ changed: false, faults: [] });
    await importOne(user, [{ stack_id, value: 90 }]);
    expect(await valuesOf(user)).toEqual([97]);
    const exported = await service.bus.call(exportOf('campaigns'), { user_id: user, cursor: '2 ' });
    const balances = [{ block_id: blocks[0]?.id, value: 97, dropped_transactions: 107 }];
    expect(exported).toMatchObject({ balances });
    const erasure = service.app.get(ErasureService);
    await eventually(() => service.app.get(Transactions).run(() => erasure.erase(gone)));
    expect(await service.query('SELECT user_id FROM carried_balance WHERE block_id = $1', [blocks[0]?.id])).toEqual([
      { user_id: user },
    ]);
  });
});
