import { ownerKey, type Known, type KnownUser } from './known-members.js';
import { planMember, type Plan } from './plan-member.js';
import type { ReadMember } from './read-member.js';

const own = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzYWx0$c29tZWhhc2hzb21laGFzaHNvbWVoYXNo';
const foreign = '$2b$04$of.another.system';
const newer = '$2b$04$of.another.system.later';
const username = 'anna@example.com';
const person = { firstName: 'Anna', lastName: 'Berg' };
const acme = { provider_name: 'acme', owner_id: '1' };

const anna: KnownUser = { user_id: 'anna', closed: false, username, password_hash: foreign, activated: true, person };

/** The stored state: users, found by their names and by the owners that are given with them. */
const known = (...users: [KnownUser, ...(typeof acme)[]][]): Known => ({
  byName: new Map(users.flatMap(([user]) => (user.username === null ? [] : [[user.username, user.user_id]]))),
  byOwner: new Map(users.flatMap(([user, ...owners]) => owners.map((owner) => [ownerKey(owner), user.user_id]))),
  users: new Map(users.map(([user]) => [user.user_id, user])),
  providers: new Set(['acme', 'other']),
});
const plan = (member: ReadMember, knownNow: Known): Plan => {
  const planned = planMember(member, knownNow);
  if (Array.isArray(planned)) throw new Error(JSON.stringify(planned));
  return planned;
};
const faults = (member: ReadMember, knownNow: Known): string[] => {
  const planned = planMember(member, knownNow);
  return Array.isArray(planned) ? planned.map(({ pointer, code }) => `${pointer} ${code}`) : [];
};

describe('the plan of a line about nobody who is known', () => {
  it('makes a registered user with name, hash, person and connections', () => {
    const planned = plan({ username, password_hash: foreign, person, connections: [acme] }, known());
    expect(planned).toEqual({
      outcome: 'created',
      user_id: expect.stringMatching(/^[A-Za-z0-9]{25}$/),
      created: { registered: true },
      credential: { username, password_hash: foreign },
      password_hash: null,
      replaced_hash: null,
      person,
      connections: [acme],
    });
  });

  it('makes a user without a name who has registered nothing', () => {
    expect(plan({ connections: [acme] }, known())).toMatchObject({
      created: { registered: false },
      credential: null,
      person: null,
    });
  });

  it('gives a name without a hash the mark that fits no password', () => {
    expect(plan({ username }, known()).credential).toEqual({ username, password_hash: '!' });
  });

  it('is refused for each connection of a provider that is not configured', () => {
    const connections = [acme, { provider_name: 'nobody', owner_id: '1' }, { provider_name: 'x', owner_id: '1' }];
    expect(faults({ username, connections }, known())).toEqual([
      '#/connections/1/provider_name provider-unknown',
      '#/connections/2/provider_name provider-unknown',
    ]);
  });
});

describe('the plan of a line about a user who is known', () => {
  it('changes nothing that is as the line says, in whatever order', () => {
    const member = {
      username,
      password_hash: foreign,
      person: { lastName: 'Berg', firstName: 'Anna' },
      connections: [acme],
    };
    expect(plan(member, known([anna, acme]))).toEqual({
      outcome: 'unchanged',
      user_id: 'anna',
      created: null,
      credential: null,
      password_hash: null,
      replaced_hash: foreign,
      person: null,
      connections: [],
    });
  });

  it('replaces a person as a whole, and leaves one that the line does not name', () => {
    const changed = plan({ username, person: { firstName: 'Anna', lastName: 'Tal' } }, known([anna]));
    expect([changed.outcome, changed.person]).toEqual(['updated', { firstName: 'Anna', lastName: 'Tal' }]);
    expect(plan({ username }, known([anna]))).toMatchObject({ outcome: 'unchanged', person: null });
    expect(plan({ username, person }, known([{ ...anna, person: null }]))).toMatchObject({
      outcome: 'updated',
      person,
    });
  });

  it('adds only connections that are new', () => {
    const other = { provider_name: 'other', owner_id: '1' };
    const planned = plan({ username, connections: [acme, other] }, known([anna, acme]));
    expect([planned.outcome, planned.connections]).toEqual(['updated', [other]]);
  });

  it('replaces a hash that was never used here, and no hash of our own', () => {
    const replaced = plan({ username, password_hash: newer }, known([anna]));
    expect([replaced.outcome, replaced.password_hash, replaced.replaced_hash]).toEqual(['updated', newer, foreign]);
    const withoutPassword = { ...anna, password_hash: '!' };
    expect(plan({ username, password_hash: newer }, known([withoutPassword])).password_hash).toBe(newer);
    expect(plan({ username, password_hash: newer }, known([{ ...anna, password_hash: own }]))).toMatchObject({
      outcome: 'unchanged',
      password_hash: null,
    });
  });

  it('gives a name and its hash to a user without one', () => {
    const nameless = { ...anna, username: null, password_hash: null, activated: false };
    expect(plan({ username, password_hash: foreign, connections: [acme] }, known([nameless, acme]))).toMatchObject({
      outcome: 'updated',
      user_id: 'anna',
      credential: { username, password_hash: foreign },
      password_hash: null,
    });
    expect(plan({ username, connections: [acme] }, known([nameless, acme])).credential).toEqual({
      username,
      password_hash: '!',
    });
    expect(plan({ connections: [acme] }, known([nameless, acme]))).toMatchObject({
      outcome: 'unchanged',
      credential: null,
    });
  });

  it.each<[string, ReadMember, Known, string]>([
    [
      'names two users',
      { username, connections: [acme] },
      known([anna], [{ ...anna, user_id: 'bert', username: null }, acme]),
      '# several-users',
    ],
    [
      'names two users by its connections',
      { connections: [acme, { provider_name: 'other', owner_id: '2' }] },
      known(
        [anna, acme],
        [
          { ...anna, user_id: 'bert', username: 'bert@example.com' },
          { provider_name: 'other', owner_id: '2' },
        ],
      ),
      '# several-users',
    ],
    ['names a closed account', { username }, known([{ ...anna, closed: true }]), '# account-closed'],
    [
      'names a registration that is not confirmed',
      { connections: [acme] },
      known([{ ...anna, activated: false }, acme]),
      '#/username registration-under-way',
    ],
    [
      'has another name than the user of its connection',
      { username: 'bert@example.com', connections: [acme] },
      known([anna, acme]),
      '#/username username-differs',
    ],
  ])('is refused when it %s', (_, member, knownNow, fault) => {
    expect(faults(member, knownNow)).toEqual([fault]);
  });

  it('names an unknown provider beside the fault of the user', () => {
    const member = { username, connections: [{ provider_name: 'nobody', owner_id: '1' }] };
    expect(faults(member, known([{ ...anna, closed: true }]))).toEqual([
      '#/connections/0/provider_name provider-unknown',
      '# account-closed',
    ]);
  });
});
