import { loadModule } from 'libpg-query';
import type { Catalog, Table } from './catalog.ts';
import { judge } from './judge.ts';
import type { Role } from './roles.ts';

const byUser: Role = { kind: 'user', column: 'user_id' };

function table(name: string, role: Role, columns: string, keys: string[][] = []): [string, Table] {
  return [name, { name, role, columns: new Set(columns.split(' ')), keys }];
}

const catalog: Catalog = {
  tables: new Map([
    table('person', byUser, 'user_id fields', [['user_id']]),
    table('slip', byUser, 'id user_id coupon_id state', [['id']]),
    table('code', { kind: 'own key', column: 'coupon_id' }, 'coupon_id code slip_id'),
    table('coupon', { kind: 'reference' }, 'id title'),
    table('outbox', { kind: 'one place' }, 'id payload'),
  ]),
  functions: new Set(['drop_month']),
};

describe('a statement on distributed tables', () => {
  beforeAll(() => loadModule());

  const kindOf = (sql: string): string => judge(sql, catalog).kind;
  const reasonsOf = (sql: string): string[] => judge(sql, catalog).reasons;

  it.each([
    ['SELECT * FROM coupon WHERE id = $1', 'none'],
    ['SELECT payload FROM outbox ORDER BY id', 'none'],
    ['SELECT fields FROM person WHERE user_id = $1', 'one'],
    ['SELECT s.id FROM slip s JOIN coupon c ON c.id = s.coupon_id WHERE s.user_id = $1 AND c.title = $2', 'one'],
    ['SELECT 1 FROM person p LEFT JOIN slip s USING (user_id) WHERE p.user_id = $1', 'one'],
    ['INSERT INTO person (user_id, fields) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING', 'one'],
    [
      'WITH gone AS (DELETE FROM slip WHERE user_id = $1 RETURNING user_id) DELETE FROM person p USING gone WHERE p.user_id = gone.user_id',
      'one',
    ],
    [
      `SELECT 1 FROM person WHERE user_id = $1 AND user_id IN
        (SELECT user_id FROM slip WHERE state = 'a' UNION SELECT user_id FROM slip WHERE state = 'b')`,
      'one',
    ],
    ['SELECT fields FROM person WHERE user_id = ANY ($1)', 'some'],
    [
      `SELECT ARRAY(SELECT id FROM unnest($1::text[]) AS a (id) WHERE NOT EXISTS (SELECT FROM person p WHERE p.user_id = a.id)),
              (SELECT count(*) FROM slip WHERE user_id = ANY ($1))`,
      'some',
    ],
    ['INSERT INTO person (user_id, fields) SELECT * FROM unnest($1::text[], $2::text[])', 'some'],
    [
      'UPDATE slip s SET state = x.state FROM json_to_recordset($1) AS x (user_id text, state text) WHERE s.user_id = x.user_id',
      'some',
    ],
    ['SELECT code FROM code WHERE coupon_id = $1 LIMIT 1 FOR UPDATE SKIP LOCKED', 'one'],
  ])('%s: %s', (sql, kind) => {
    expect(kindOf(sql)).toBe(kind);
  });

  it.each([
    [
      'SELECT 1 FROM person WHERE user_id IN (SELECT user_id FROM slip WHERE user_id = $1 UNION SELECT user_id FROM slip)',
      'no `user_id` is given for `person`',
    ],
    ['SELECT state FROM slip WHERE id = $1', 'no `user_id` is given for `slip`'],
    ['SELECT fields FROM person WHERE user_id > $1 ORDER BY user_id LIMIT $2', 'no `user_id` is given for `person`'],
    ['SELECT fields FROM person WHERE user_id = $1 OR fields IS NULL', 'no `user_id` is given for `person`'],
    [
      'SELECT fields FROM person WHERE NOT EXISTS (SELECT FROM slip WHERE slip.user_id = person.user_id AND slip.user_id = $1)',
      'no `user_id` is given for `person`',
    ],
    [
      'SELECT 1 FROM slip s LEFT JOIN person p ON p.user_id = s.user_id AND p.user_id = $1',
      'no `user_id` is given for `slip`',
    ],
    [
      'SELECT 1 FROM slip s JOIN code c ON c.slip_id = s.id WHERE s.user_id = $1 AND c.coupon_id = $2',
      '`slip` and `code` may stand on different shards',
    ],
    [
      'SELECT 1 FROM person p, slip s WHERE p.user_id = $1 AND s.user_id = $2',
      '`person` and `slip` may stand on different shards',
    ],
    [
      'SELECT 1 FROM person p, slip s WHERE p.user_id = ANY ($1) AND s.user_id = ANY ($1)',
      '`person` and `slip` may stand on different shards',
    ],
    ['INSERT INTO slip (id, user_id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', 'relies on the key (id) of `slip`'],
    [`UPDATE slip SET user_id = '' WHERE user_id = $1`, 'writes `user_id` of `slip`, so the row moves'],
    [
      'WITH gone AS (DELETE FROM slip WHERE user_id = $1 RETURNING id) INSERT INTO outbox (id) SELECT id FROM gone',
      '`outbox` stands in one place',
    ],
  ])('%s crosses shards: %s', (sql, reason) => {
    expect(kindOf(sql)).toBe('crosses');
    expect(reasonsOf(sql)).toContain(reason);
  });

  it.each([
    ['SELECT drop_month($1)', 'runs the function `drop_month` of the database'],
    ['SELECT 1 FROM elsewhere', 'no table `elsewhere`'],
    ['SELECT 1 FROM person FULL JOIN slip USING (user_id)', 'this kind of join'],
    ['MERGE INTO person USING slip ON true WHEN MATCHED THEN DELETE', 'no reader for MergeStmt'],
  ])('%s is not understood: %s', (sql, reason) => {
    expect(kindOf(sql)).toBe('not understood');
    expect(reasonsOf(sql)).toContain(reason);
  });
});
