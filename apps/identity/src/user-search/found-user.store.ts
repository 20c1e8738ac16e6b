import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';

/** Where a search looks, one after the other. */
export const places = ['user-id', 'username', 'full-name', 'last-name', 'infix-name', 'owner-id'] as const;
export type Place = (typeof places)[number];

/** The text that is compared with each kind of place. */
export interface Sought {
  userId: string | null;
  username: string;
  name: string;
  owner: string;
}

export interface FoundRow {
  /** The text that matches. */
  key: string;
  user_id: string;
  username: string | null;
  first_name: string | null;
  infix: string | null;
  last_name: string | null;
  active: boolean;
  created_at: Date;
  /** The index of the first place in which the user is found; null if in none. */
  found_in: number | null;
}

// The three expressions are those of the indexes.
const lastName = `lower(coalesce(fields ->> 'lastName', ''))`;
const infix = `lower(coalesce(fields ->> 'infix', ''))`;
const firstName = `lower(coalesce(fields ->> 'firstName', ''))`;
const joined = `(${infix} || CASE WHEN ${infix} = '' THEN '' ELSE ' ' END || ${lastName})`;
const names = {
  'full-name': `(${firstName} || ' ' || ${joined}) COLLATE "C"`,
  'last-name': `${lastName} COLLATE "C"`,
  'infix-name': `${joined} COLLATE "C"`,
};
const hasInfix = `coalesce(fields ->> 'infix', '') <> ''`;

/** Ranges and not LIKE: a prepared LIKE uses no index. No character comes behind the last one. */
const beginning = (text: string, sought: string): string =>
  `${text} >= ${sought} AND ${text} < ${sought} || chr(1114111)`;

/** The first parameters are the sought texts. */
const [user, username, name, owner] = ['$1::text', '$2::text', 'lower($3::text)', '$4::text'] as const;
const textsOf = (sought: Sought) => [sought.userId, sought.username, sought.name, sought.owner];
/** Then come the key and the user behind which the page begins, and the most rows. */
const [afterKey, afterUser, limit] = ['$5::text', '$6::text', '$7::int'] as const;

/** One lower bound: of two, PostgreSQL may read the index from the lower one. */
const fromNames = (key: string, and = ''): string => `
  SELECT ${key} AS key, user_id FROM person
   WHERE ${key} < ${name} || chr(1114111)
     AND (${key}, user_id) > (greatest(${afterKey} COLLATE "C", ${name}),
                              CASE WHEN ${afterKey} COLLATE "C" >= ${name} THEN ${afterUser} ELSE '' END)
     ${and} ORDER BY ${key}, user_id LIMIT ${limit}`;

const hits: Record<Place, string> = {
  'user-id': `SELECT id AS key, id AS user_id FROM app_user WHERE id = ${user} AND (id, id) > (${afterKey}, ${afterUser}) LIMIT ${limit}`,
  username: `
    SELECT username AS key, user_id FROM credential
     WHERE ${beginning('username', username)} AND (username, user_id) > (${afterKey}, ${afterUser})
     ORDER BY username LIMIT ${limit}`,
  'full-name': fromNames(names['full-name']),
  'last-name': fromNames(names['last-name']),
  'infix-name': fromNames(names['infix-name'], `AND ${hasInfix}`),
  // Providers are few, and the key of connections begins with the provider.
  'owner-id': `
    SELECT DISTINCT key, user_id FROM provider, LATERAL (
      SELECT owner_id AS key, user_id FROM connection
       WHERE provider_name = provider.name AND ${beginning('owner_id', owner)} AND owner_id >= ${afterKey}
         AND (owner_id, user_id) > (${afterKey}, ${afterUser}) ORDER BY owner_id LIMIT ${limit}) of_provider
     ORDER BY key, user_id LIMIT ${limit}`,
};

const connected = (and: string): string => `
  EXISTS (SELECT FROM connection o WHERE o.user_id = u.id AND ${beginning('o.owner_id', owner)} ${and})`;

const described = (key: string): string => `
  SELECT ${key} AS key, u.id AS user_id, c.username, fields ->> 'firstName' AS first_name, fields ->> 'infix' AS infix,
         fields ->> 'lastName' AS last_name, u.created_at,
         u.active AND u.deactivated_at IS NULL AND u.closed_at IS NULL AS active,
         CASE WHEN u.id = ${user} THEN 0
              WHEN ${beginning('c.username', username)} THEN 1
              WHEN ${beginning(names['full-name'], name)} THEN 2
              WHEN ${beginning(names['last-name'], name)} THEN 3
              WHEN ${hasInfix} AND ${beginning(names['infix-name'], name)} THEN 4
              WHEN ${connected(`AND o.owner_id < ${key}`)} THEN NULL
              WHEN ${connected('')} THEN 5 END AS found_in`;
const joins = 'LEFT JOIN credential c ON c.user_id = u.id LEFT JOIN person p ON p.user_id = u.id';

/** Users by the beginning of a text. SQL because expressions and ranges of several tables are read in the order of their indexes. */
@Injectable()
export class FoundUserStore {
  constructor(private readonly transactions: Transactions) {}

  /** The next users of a place, in the order of the text that matches. A user may also be found in another place. */
  findIn(place: Place, sought: Sought, after: { key: string; user_id: string }, atMost: number): Promise<FoundRow[]> {
    return this.transactions.current.query(
      `WITH hit AS MATERIALIZED (${hits[place]})
       ${described('hit.key')} FROM hit JOIN app_user u ON u.id = hit.user_id ${joins} ORDER BY hit.key, hit.user_id`,
      [...textsOf(sought), after.key, after.user_id, atMost],
    );
  }

  /** These users in their order. */
  describe(userIds: string[], sought: Sought): Promise<FoundRow[]> {
    return this.transactions.current.query(
      `${described(`''::text`)} FROM unnest($5::text[]) WITH ORDINALITY AS given (user_id, place)
         JOIN app_user u ON u.id = given.user_id ${joins} ORDER BY given.place`,
      [...textsOf(sought), userIds],
    );
  }
}
