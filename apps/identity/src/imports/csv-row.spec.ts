import type { Problem } from '@ces/contracts/problems';
import { checkHeader, columnsOf, memberOf, readCells } from './csv-row.js';

describe('the cells of a line', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['a,', ['a', '']],
    [',', ['', '']],
    [' a b ,\tc ', ['a b', 'c']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a ""b"" c"', ['a "b" c']],
    ['"  a "', ['  a ']],
    [' "a" ,"b"\t', ['a', 'b']],
    ['"",""', ['', '']],
    ['""""', ['"']],
    ["a'b;c|d", ["a'b;c|d"]],
  ])('of %j are %j', (text, cells) => {
    expect(readCells(text)).toEqual(cells);
  });

  it.each(['"', 'a"b', '"a"b', 'a "b"', '"a', 'a,"b', '"a""', '"a" b,c'])('have a quote out of place in %j', (text) => {
    expect(readCells(text)).toBeUndefined();
  });

  it('are found in a long line in one pass', () => {
    expect(readCells(`${' '.repeat(30_000)}"x"`)).toEqual(['x']);
    expect(readCells(`"${'""'.repeat(15_000)}`)).toBeUndefined();
  });
});

describe('the first line of a CSV file', () => {
  const faultsOf = (header: string | null | undefined) => {
    try {
      checkHeader(header);
      return [];
    } catch (error) {
      const { code, extras } = error as Problem;
      return (extras.errors ?? []).map((fault) => `${code} ${fault.pointer} ${fault.code}`);
    }
  };
  const fault = (code: string) => `csv-invalid #/file ${code}`;

  it('names columns that there are', () => {
    const header = 'username, password_hash,person.firstName,"connections.acme login",cards.gold,balances.b-1';
    expect([checkHeader(header), columnsOf(header)]).toEqual([
      header,
      ['username', 'password_hash', 'person.firstName', 'connections.acme login', 'cards.gold', 'balances.b-1'],
    ]);
    expect(faultsOf('optins.a.b.opted_in,optins.a.at,optins.a.source')).toEqual([]);
    expect(columnsOf(null)).toBeNull();
  });

  it.each(['person.email', 'person', 'connections', 'connections.', 'optins.a', 'optins.a.given', 'Username', 'id'])(
    'names no column %j',
    (name) => {
      expect(faultsOf(`username,${name}`)).toEqual([fault('unknown-column')]);
    },
  );

  it('says which column was probably meant', () => {
    expect(() => checkHeader('usrename')).toThrow(/has no column "usrename".*did you mean "username"\?/);
  });

  it('names each column once', () => {
    expect(faultsOf('username,cards.a,username,cards.a')).toEqual([fault('repeated'), fault('repeated')]);
  });

  it('names at least one column, each with a name', () => {
    for (const header of ['', ' , ', null, undefined, '"']) expect(faultsOf(header)).toContain(fault('header'));
    expect(faultsOf('username,')).toEqual([fault('unknown-column')]);
  });

  it('has at most 200 columns of at most 300 characters', () => {
    const columns = (count: number) => Array.from({ length: count }, (_, n) => `cards.${n}`).join(',');
    expect([faultsOf(columns(200)), faultsOf(columns(201))]).toEqual([[], [fault('too-many')]]);
    const named = (length: number) => `cards.${'x'.repeat(length - 6)}`;
    expect([faultsOf(named(300)), faultsOf(named(301))]).toEqual([[], [fault('too-long')]]);
  });
});

describe('the member of a line', () => {
  it('has what its cells say, and nothing of empty cells', () => {
    const columns = [
      'username',
      'person.firstName',
      'person.infix',
      'connections.acme',
      'connections.other',
      'cards.gold',
    ];
    expect(memberOf(columns, ['a@b.example', 'Anna', '', 'owner', '', 'card-1'])).toEqual({
      username: 'a@b.example',
      person: { firstName: 'Anna' },
      connections: [{ provider_name: 'acme', owner_id: 'owner' }],
      cards: [{ identifier: 'card-1', definition: 'gold' }],
    });
    expect(
      memberOf(
        columns,
        columns.map(() => ''),
      ),
    ).toEqual({});
  });

  it('has balances as numbers, and leaves every other text to the check', () => {
    const balances = ['12', '-7', '007', '999999999999999', '9999999999999999', '1.5', '1e3', 'x', '+1'];
    const columns = balances.map((_, n) => `balances.s${n}`);
    expect(
      (memberOf(columns, balances) as { balances: { value: unknown }[] }).balances.map(({ value }) => value),
    ).toEqual([...[12, -7, 7, 999_999_999_999_999], ...['9999999999999999', '1.5', '1e3', 'x', '+1']]);
  });

  it('has one answer for each opt-in, joined from its columns', () => {
    const columns = ['optins.a.opted_in', 'optins.b.opted_in', 'optins.a.at', 'optins.x.y.source', 'optins.c.opted_in'];
    expect(memberOf(columns, ['true', 'false', '2026-01-01T00:00:00Z', 'till', 'yes'])).toEqual({
      optins: [
        { optin_id: 'a', opted_in: true, at: '2026-01-01T00:00:00Z' },
        { optin_id: 'b', opted_in: false },
        { optin_id: 'x.y', source: 'till' },
        { optin_id: 'c', opted_in: 'yes' },
      ],
    });
  });

  it('keeps points in the names of providers and definitions', () => {
    expect(memberOf(['connections.login.example', 'cards.gold.plus'], ['o', 'c'])).toEqual({
      connections: [{ provider_name: 'login.example', owner_id: 'o' }],
      cards: [{ identifier: 'c', definition: 'gold.plus' }],
    });
  });
});
