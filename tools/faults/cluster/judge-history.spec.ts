import type { Call, Delivery, Entry, Op, Row } from './history.ts';
import { judgeHistory, type Terms } from './judge-history.ts';
import { measureEffects, measureSilence } from './measure-silence.ts';

const call = (op: Op, begun: number, more: Partial<Call>): Call => ({
  ...{ kind: 'call', op, gateway: 0, user: '', subject: '', begun, ended: begun + 5, status: 200 },
  ...more,
});
const event = (user: string, n: number, begun: number): Call =>
  call('event', begun, { user, subject: String(n), status: 202, id: `${user}-${n}` });
const row = (table: Row['table'], id: string, user: string, subject: string, value?: number): Row => ({
  ...{ kind: 'row', table, id, user, subject },
  ...(value === undefined ? {} : { value }),
});
const fact = (user: string, n: number) => ({ name: 'transaction-created', id: `t-${user}-${n}`, user, value: n });
const slip = (user: string, n: number) => ({ name: 'coupon-slip-claimed-event', id: `s-${user}-${n}`, user });
const delivery = (batch: string, at: number, ...facts: Delivery['facts']): Delivery => {
  return { kind: 'delivery', webhook: '/a', batch, hash: `hash of ${batch}`, at, facts };
};
const terms: Terms = { rewarded: (n) => n % 2 === 0, webhooks: { '/a': ['ledger', 'slip'] } };

/** A good history: Ann sends two events, and has two accounts; Bob sends one event and is deleted. */
const good = (): Entry[] => [
  call('make-user', 10, { subject: 'ann@p', id: 'ann' }),
  call('connect', 20, { user: 'ann', subject: 'ann2@p' }),
  call('read-connections', 30, { user: 'ann', list: ['ann2@p', 'ann@p'] }),
  call('read-owner', 40, { user: 'ann', subject: 'ann@p', id: 'ann' }),
  event('ann', 1, 50),
  call('read-events', 60, { user: 'ann', list: ['ann-1'] }),
  event('ann', 2, 70),
  { ...event('ann', 2, 80), gateway: 1 },
  call('event', 82, { user: 'ann', subject: '2', status: 0 }),
  call('read-ledger', 85, { user: 'ann', list: ['1'] }),
  call('read-ledger', 95, { user: 'ann', list: ['2', '1'] }),
  call('make-user', 100, { subject: 'bob@p', id: 'bob' }),
  event('bob', 1, 110),
  call('delete-user', 120, { user: 'bob' }),
  call('read-owner', 130, { user: 'bob', subject: 'bob@p', status: 404, fault: 'user-not-found' }),
  delivery('b1', 140, fact('ann', 1)),
  delivery('b1', 141, fact('ann', 1)),
  delivery('b2', 150, fact('ann', 2), slip('ann', 2)),
  row('log', 'ann-1', 'ann', '1'),
  row('log', 'ann-2', 'ann', '2'),
  row('ledger', 't-ann-1', 'ann', 'ann-1', 1),
  row('ledger', 't-ann-2', 'ann', 'ann-2', 2),
  row('slip', 's-ann-2', 'ann', 'ann-2'),
  row('connection', 'c1', 'ann', 'ann@p'),
  row('connection', 'c2', 'ann', 'ann2@p'),
];

const broken = (history: Entry[]): string[] =>
  judgeHistory(history, terms).flatMap(({ promise, breaches }) => (breaches.length > 0 ? [promise] : []));

describe('the judge of a history', () => {
  const without = (wrong: (entry: Entry) => boolean) => good().filter((entry) => !wrong(entry));
  const isRow = (id: string) => (entry: Entry) => entry.kind === 'row' && entry.id === id;

  it('finds nothing in a good one', () => {
    expect(broken(good())).toEqual([]);
  });

  it.each<[string, Entry[], string[]]>([
    [
      'an accepted event that is lost',
      [...without((entry) => entry.kind === 'row' && entry.id === 'ann-1'), row('log', 'other', 'ann', '3')],
      ['each accepted event is in the log, once', 'each logged event is in the ledger, once'],
    ],
    [
      'an event that is logged twice',
      [...good(), row('log', 'ann-1b', 'ann', '1'), row('ledger', 't-ann-1', 'eve', 'ann-1b', 1)],
      ['each accepted event is in the log, once'],
    ],
    [
      'a repeated request that gets another answer',
      [...good(), { ...event('ann', 1, 75), id: 'ann-other' }],
      ['a repeated request gets its first answer', 'each accepted event is in the log, once'],
    ],
    ['an answer 500', [...good(), call('token', 9, { status: 500, fault: 'oh' })], ['no answer is an error']],
    ['a transaction that is lost', without(isRow('t-ann-1')), ['each logged event is in the ledger, once']],
    [
      'a transaction that is doubled',
      [...good(), row('ledger', 't-ann-1', 'eve', 'ann-1', 1)],
      ['each logged event is in the ledger, once'],
    ],
    ['a slip that is lost', without(isRow('s-ann-2')), ['each event with a coupon has its slip, once']],
    ['a slip that is not due', [...good(), row('slip', 's-ann-2', 'ann', 'ann-1')], ['each event with a coupon']],
    ['a connection that is lost', without(isRow('c2')), ['each connection stands as it was answered']],
    ['a connection that is doubled', [...good(), row('connection', 'c3', 'ann', 'ann@p')], ['each connection stands']],
    ['a row of a deleted user', [...good(), row('slip', 's', 'bob', 'bob-1')], ['nothing of a deleted user is left']],
    [
      'a delivery that is lost',
      without((entry) => entry.kind === 'delivery' && entry.batch === 'b2'),
      ['each transaction and slip was delivered to each webhook'],
    ],
    [
      'a delivery that is doubled in another batch',
      [...good(), delivery('b3', 160, fact('ann', 2))],
      ['what was delivered again had the same id and bytes'],
    ],
    [
      'a delivery that is repeated with other bytes',
      [...good(), { ...delivery('b1', 160, fact('ann', 1)), hash: 'other' }],
      ['what was delivered again had the same id and bytes'],
    ],
    [
      'a transaction that is twice in one delivery',
      [...good(), delivery('b9', 160, fact('eve', 1), fact('eve', 1))],
      ['what was delivered again had the same id and bytes'],
    ],
  ])('finds %s', (_what, history, promises) => {
    expect(broken(history)).toEqual(promises.map((each) => expect.stringContaining(each) as string));
  });

  it.each<[string, Entry[], string[]]>([
    [
      'transactions in a wrong order',
      good().toSorted((a, b) =>
        a.kind === 'row' && b.kind === 'row' ? Number(isRow('t-ann-1')(a)) - Number(isRow('t-ann-1')(b)) : 0,
      ),
      ['the ledger has the order of the events of a user'],
    ],
    [
      'deliveries in a wrong order',
      good().map((entry) => (entry.kind === 'delivery' && entry.batch === 'b2' ? { ...entry, at: 135 } : entry)),
      ['deliveries have the order of the events of a user'],
    ],
    [
      'a read that lacks an event',
      [...good(), call('read-events', 90, { user: 'ann', list: ['ann-1'] })],
      ['a read shows each change that was answered before it began'],
    ],
    [
      'a read that lacks a connection',
      [...good(), call('read-connections', 31, { user: 'ann', list: ['ann@p'] })],
      ['a read shows each change that was answered before it began'],
    ],
    [
      'a read that does not find a user',
      [...good(), call('read-owner', 31, { user: 'ann', subject: 'ann@p', status: 404 })],
      ['a read shows each change that was answered before it began'],
    ],
    [
      'a read of a deleted user',
      [...good(), call('read-connections', 140, { user: 'bob', list: ['bob@p'] })],
      ['a read shows each change that was answered before it began'],
    ],
    [
      'a ledger that shrinks',
      [...good(), call('read-ledger', 105, { user: 'ann', list: ['1'] })],
      ['the ledger that a user reads grows without gaps'],
    ],
    [
      'a ledger with a gap',
      [...good(), call('read-ledger', 105, { user: 'ann', list: ['3', '1'] })],
      ['the ledger that a user reads grows without gaps'],
    ],
  ])('finds %s', (_what, history, promises) => {
    expect(broken(history)).toEqual(promises);
  });

  it('lets a read be as old as its beginning', () => {
    expect(broken([...good(), call('read-events', 74, { user: 'ann', list: ['ann-1'], ended: 99 })])).toEqual([]);
  });
});

describe('the longest silence', () => {
  const token = (ended: number): Call => call('token', ended - 5, { ended });
  const strike = (at: number, until: number, excusedUntil?: number): Entry => {
    return { kind: 'strike', fault: 'kill', at, until, ...(excusedUntil === undefined ? {} : { excusedUntil }) };
  };

  it('is told per fault, and for the time between', () => {
    const history = [token(0), token(100), strike(20_000, 21_000), token(19_500), token(22_000), token(22_100)];
    expect(measureSilence(history, 'token')).toEqual([
      { fault: 'calm', op: 'token', ms: 19_400 },
      { fault: 'kill', op: 'token', ms: 2_500 },
    ]);
    expect(measureSilence([...history, call('token', 10_000, { status: 503 })], 'token')[0]?.ms).toBe(19_400);
  });

  it('leaves out the time of the operator', () => {
    const history = [token(1_000), strike(1_100, 3_000, 2_500), token(3_200)];
    expect(measureSilence(history, 'token')).toEqual([{ fault: 'kill', op: 'token', ms: 800 }]);
  });
});

describe('the longest way to an effect', () => {
  it('goes from the answer to the first delivery', () => {
    const strike: Entry = { kind: 'strike', fault: 'kill', at: 50, until: 60 };
    const history = [event('ann', 1, 10), event('ann', 2, 55), delivery('b1', 25, fact('ann', 1)), strike];
    const late = [delivery('b2', 5_060, fact('ann', 2)), delivery('b2', 9_000, fact('ann', 2))];
    expect(measureEffects([...history, ...late])).toEqual([
      { fault: 'calm', ms: 10 },
      { fault: 'kill', ms: 5_000 },
    ]);
  });
});
