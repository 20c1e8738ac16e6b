import type { ConnectionRef } from '@ces/contracts/identity/users';
import type { Fault } from '@ces/contracts/problems';
import { isDeepStrictEqual } from 'node:util';
import { isOwnHash, noPassword } from '../credentials/foreign-hash.js';
import { newUserId } from '../users/user-id.js';
import { ownerKey, type Known, type KnownUser } from './known-members.js';
import type { Outcome } from './member-import-line.entity.js';
import type { ReadMember } from './read-member.js';

export interface Plan {
  outcome: Outcome;
  user_id: string;
  /** Null when the user exists. */
  created: { registered: boolean } | null;
  /** A name for a user without one. */
  credential: { username: string; password_hash: string } | null;
  /** A hash in place of one whose password was never used here. */
  password_hash: string | null;
  replaced_hash: string | null;
  person: Record<string, string> | null;
  connections: ConnectionRef[];
}

export function planMember(member: ReadMember, known: Known): Plan | Fault[] {
  const found = usersOf(member, known);
  const faults = [...faultsOfProviders(member, known), ...faultsOfUsers(member, found)];
  if (faults.length > 0) return faults;
  const [user] = found;
  return user ? planChange(member, user, known) : planNew(member);
}

function usersOf({ username, connections = [] }: ReadMember, known: Known): KnownUser[] {
  const ids = [
    username === undefined ? undefined : known.byName.get(username),
    ...connections.map((each) => known.byOwner.get(ownerKey(each))),
  ];
  const users = [...new Set(ids)].map((id) => (id === undefined ? undefined : known.users.get(id)));
  return users.filter((user) => user !== undefined);
}

function faultsOfProviders({ connections = [] }: ReadMember, { providers }: Known): Fault[] {
  return connections.flatMap(({ provider_name }, index) =>
    providers.has(provider_name)
      ? []
      : [
          fault(
            `#/connections/${index}/provider_name`,
            'provider-unknown',
            'names no configured provider; configure it by PUT /api/1/admin/providers/{name}',
          ),
        ],
  );
}

function faultsOfUsers({ username }: ReadMember, users: KnownUser[]): Fault[] {
  if (users.length > 1)
    return [fault('#', 'several-users', 'names several users by its username and connections; import each alone')];
  const [user] = users;
  if (!user) return [];
  if (user.closed)
    return [
      fault(
        '#',
        'account-closed',
        'names a closed account; restore it first, or leave the line out. Once it is erased, the line would make the member anew',
      ),
    ];
  if (user.username !== null && !user.activated) return [fault('#/username', 'registration-under-way', underWay)];
  if (username !== undefined && user.username !== null && user.username !== username)
    return [fault('#/username', 'username-differs', 'is not the username of the user that the connections name')];
  return [];
}

const underWay =
  'is the name of a registration that was never confirmed by mail. Import the line again when it is confirmed, or when it is removed after a week';

function planNew({ username, password_hash, person, connections = [] }: ReadMember): Plan {
  return {
    outcome: 'created',
    user_id: newUserId(),
    created: { registered: username !== undefined },
    credential: username === undefined ? null : { username, password_hash: password_hash ?? noPassword },
    password_hash: null,
    replaced_hash: null,
    person: person ?? null,
    connections,
  };
}

function planChange(member: ReadMember, user: KnownUser, known: Known): Plan {
  const { username, password_hash, person, connections = [] } = member;
  const named = user.username === null && username !== undefined;
  const plan = {
    user_id: user.user_id,
    created: null,
    credential: named ? { username, password_hash: password_hash ?? noPassword } : null,
    password_hash: password_hash !== undefined && isReplaceable(user, password_hash) ? password_hash : null,
    replaced_hash: user.password_hash,
    person: person && !isDeepStrictEqual(person, user.person) ? person : null,
    connections: connections.filter((each) => !known.byOwner.has(ownerKey(each))),
  };
  const changes = plan.credential ?? plan.password_hash ?? plan.person ?? plan.connections[0] ?? null;
  return { ...plan, outcome: changes === null ? 'unchanged' : 'updated' };
}

/** Only a hash of an import whose password was never used here. A password in use is never replaced. */
function isReplaceable({ password_hash }: KnownUser, newer: string): boolean {
  return password_hash !== null && !isOwnHash(password_hash) && password_hash !== newer;
}

function fault(pointer: string, code: string, detail: string): Fault {
  return { pointer, code, detail };
}
