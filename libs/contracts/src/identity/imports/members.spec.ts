import { check } from '../../check.js';
import type { Problem } from '../../problems.js';
import { Member } from './members.js';

const faultsOf = (member: object): Promise<string[]> =>
  check(Member, member, 'refuse').then(
    () => [],
    (problem: unknown) => ((problem as Problem).extras.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
  );
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('a member of an import', () => {
  const connection = (n: number) => ({ provider_name: 'acme', owner_id: `owner ${n}` });
  const card = (n: number) => ({ identifier: `card-${n}` });
  const given = { opted_in: true, at: '2026-01-01T00:00:00Z', source: 'till' };
  const optin = (n: number) => ({ optin_id: `optin-${n}`, ...given });

  it('brings at most 20 connections, 20 cards and 50 opt-ins', async () => {
    expect(
      await faultsOf({ connections: many(20, connection), cards: many(20, card), optins: many(50, optin) }),
    ).toEqual([]);
    expect(await faultsOf({ connections: many(21, connection) })).toEqual(['#/connections array-max-size']);
    expect(await faultsOf({ cards: many(21, card) })).toEqual(['#/cards array-max-size']);
    expect(await faultsOf({ optins: many(51, optin) })).toEqual(['#/optins array-max-size']);
  });

  it('names each connection, card and opt-in once', async () => {
    expect(await faultsOf({ connections: [connection(1), connection(1)] })).toEqual(['#/connections array-unique']);
    expect(await faultsOf({ connections: [connection(1), { ...connection(1), provider_name: 'other' }] })).toEqual([]);
    expect(await faultsOf({ cards: [card(1), { ...card(1), definition: 'gold' }] })).toEqual(['#/cards array-unique']);
    expect(await faultsOf({ optins: [optin(1), { ...optin(1), opted_in: false }] })).toEqual(['#/optins array-unique']);
  });

  it.each(['username', 'password_hash', 'person', 'connections', 'cards', 'optins', 'balances'])(
    'may leave out %s, but not set it to null',
    async (field) => {
      expect(await faultsOf({})).toEqual([]);
      expect(await faultsOf({ [field]: null })).not.toEqual([]);
    },
  );

  it('has no field of another name, at any depth', async () => {
    expect(await faultsOf({ email: 'a@b.example' })).toEqual(['#/email unknown-field']);
    expect(await faultsOf({ connections: [{ ...connection(1), user_id: 'x' }] })).toEqual([
      '#/connections/0/user_id unknown-field',
    ]);
    expect(await faultsOf({ connections: [[]] })).toContain('#/connections/0 is-object');
  });
});
