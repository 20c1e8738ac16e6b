import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import { ownerKey, type Known, type KnownUser } from './known-members.js';
import type { Plan } from './plan-member.js';
import type { ReadMember } from './read-member.js';

type OwnerOfUser = ConnectionRef & { user_id: string };

/** Members of an import. SQL because hundreds of them are compared and written at once, in the tables of several slices. */
@Injectable()
export class MemberStore {
  constructor(private readonly transactions: Transactions) {}

  /** Finds and locks the users of these members, and keeps their providers from being deleted. */
  async find(members: ReadMember[]): Promise<Known> {
    const owners = members.flatMap(({ connections = [] }) => connections);
    const providers = await this.keepProviders([...new Set(owners.map((each) => each.provider_name))]);
    const names = await this.findNames(members.flatMap(({ username }) => username ?? []));
    const connections = await this.findOwners(owners);
    const ids = [...new Set([...names, ...connections].map(({ user_id }) => user_id))];
    const users = ids.length === 0 ? [] : await this.lockUsers(ids);
    return {
      byName: new Map(names.map(({ username, user_id }) => [username, user_id])),
      byOwner: new Map(connections.map((each) => [ownerKey(each), each.user_id])),
      users: new Map(users.map((user) => [user.user_id, user])),
      providers,
    };
  }

  /** Writes new users and changes. It fails when a name or an owner was claimed meanwhile; the lines are then read again. */
  async write(plans: Plan[]): Promise<void> {
    await this.addUsers(plans);
    await this.addCredentials(plans);
    await this.replaceHashes(plans);
    await this.putPersons(plans);
    await this.addConnections(plans);
  }

  private async keepProviders(names: string[]): Promise<Set<string>> {
    if (names.length === 0) return new Set();
    const found = await this.transactions.open.query<{ name: string }[]>(
      'SELECT name FROM provider WHERE name = ANY ($1) AND NOT operators FOR SHARE',
      [names],
    );
    return new Set(found.map(({ name }) => name));
  }

  private findNames(names: string[]): Promise<{ username: string; user_id: string }[]> {
    return this.transactions.open.query('SELECT username, user_id FROM credential WHERE username = ANY ($1)', [names]);
  }

  private async findOwners(owners: ConnectionRef[]): Promise<OwnerOfUser[]> {
    if (owners.length === 0) return [];
    return this.transactions.open.query<OwnerOfUser[]>(
      `SELECT c.provider_name, c.owner_id, c.user_id FROM unnest($1::text[], $2::text[]) AS asked (provider_name, owner_id)
         JOIN connection c ON c.provider_name = asked.provider_name AND c.owner_id = asked.owner_id`,
      [owners.map((each) => each.provider_name), owners.map((each) => each.owner_id)],
    );
  }

  /** A separate statement reads the users, so that it sees what was committed while the first one waited for locks. */
  private async lockUsers(ids: string[]): Promise<KnownUser[]> {
    const tx = this.transactions.open;
    await tx.query('SELECT FROM app_user WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [ids]);
    return tx.query<KnownUser[]>(
      `SELECT u.id AS user_id, u.closed_at IS NOT NULL AS closed, c.username, c.password_hash,
              c.activated_at IS NOT NULL AS activated, p.fields AS person
         FROM app_user u LEFT JOIN credential c ON c.user_id = u.id LEFT JOIN person p ON p.user_id = u.id
        WHERE u.id = ANY ($1)`,
      [ids],
    );
  }

  private async addUsers(plans: Plan[]): Promise<void> {
    const users = plans.filter(({ created }) => created);
    if (users.length === 0) return;
    await this.transactions.open.query(
      `INSERT INTO app_user (id, active, completed_registration)
       SELECT id, true, registered FROM unnest($1::text[], $2::bool[]) AS u (id, registered)`,
      [users.map(({ user_id }) => user_id), users.map(({ created }) => created?.registered ?? false)],
    );
  }

  /** A member of the other system counts as registered and confirmed. */
  private async addCredentials(plans: Plan[]): Promise<void> {
    const named = plans.filter((plan) => plan.credential !== null);
    if (named.length === 0) return;
    await this.transactions.open.query(
      `INSERT INTO credential (user_id, username, password_hash, activated_at)
       SELECT user_id, username, password_hash, now()
         FROM unnest($1::text[], $2::text[], $3::text[]) AS c (user_id, username, password_hash)`,
      [
        named.map(({ user_id }) => user_id),
        named.map(({ credential }) => credential?.username),
        named.map(({ credential }) => credential?.password_hash),
      ],
    );
    const old = named.filter(({ created }) => !created).map(({ user_id }) => user_id);
    if (old.length === 0) return;
    await this.transactions.open.query(
      'UPDATE app_user SET active = true, completed_registration = true WHERE id = ANY ($1)',
      [old],
    );
  }

  private async replaceHashes(plans: Plan[]): Promise<void> {
    const replaced = plans.filter((plan) => plan.password_hash !== null);
    if (replaced.length === 0) return;
    await this.transactions.open.query(
      `UPDATE credential c SET password_hash = given.password_hash
       FROM unnest($1::text[], $2::text[], $3::text[]) AS given (user_id, password_hash, replaced)
       WHERE c.user_id = given.user_id AND c.password_hash = given.replaced`,
      [
        replaced.map(({ user_id }) => user_id),
        replaced.map(({ password_hash }) => password_hash),
        replaced.map((plan) => plan.replaced_hash),
      ],
    );
  }

  private async putPersons(plans: Plan[]): Promise<void> {
    const known = plans.filter(({ person }) => person !== null);
    if (known.length === 0) return;
    await this.transactions.open.query(
      `INSERT INTO person (user_id, fields) SELECT user_id, fields
         FROM json_to_recordset($1) AS p (user_id text, fields jsonb)
       ON CONFLICT (user_id) DO UPDATE SET fields = excluded.fields, updated_at = now()`,
      [JSON.stringify(known.map(({ user_id, person }) => ({ user_id, fields: person })))],
    );
  }

  private async addConnections(plans: Plan[]): Promise<void> {
    const connections = plans.flatMap(({ user_id, connections: added }) => added.map((each) => ({ ...each, user_id })));
    if (connections.length === 0) return;
    await this.transactions.open.query(
      `INSERT INTO connection (provider_name, owner_id, user_id, imported)
       SELECT provider_name, owner_id, user_id, true
         FROM unnest($1::text[], $2::text[], $3::text[]) AS c (provider_name, owner_id, user_id)`,
      [
        connections.map((each) => each.provider_name),
        connections.map((each) => each.owner_id),
        connections.map((each) => each.user_id),
      ],
    );
  }
}
