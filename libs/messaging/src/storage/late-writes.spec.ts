import { inStatements } from './late-writes.js';

const insert = (table: string, ...values: unknown[]) => ({ text: `INSERT INTO ${table} VALUES ($1, $2)`, values });

describe('late writes', () => {
  it('are one statement for different tables, and each keeps its values', () => {
    expect(inStatements([insert('a', 1, 2), insert('b', 3, 4)])).toEqual([
      {
        text: 'WITH w0 AS (INSERT INTO a VALUES ($1, $2)), w1 AS (INSERT INTO b VALUES ($3, $4)) SELECT',
        values: [1, 2, 3, 4],
      },
    ]);
  });

  it('follow each other if they have the same text', () => {
    const [one, two] = inStatements([insert('a', 1, 2), insert('a', 3, 4), insert('b', 5, 6)]);
    expect([one?.values, two?.values]).toEqual([
      [1, 2, 5, 6],
      [3, 4],
    ]);
  });

  it('come before the last ones, also when these are alone or a text is repeated', () => {
    const last = insert('l', 7, 8);
    const [only] = inStatements([insert('a', 1, 2), insert('b', 3, 4)], [last]);
    expect(only).toEqual({
      text:
        'WITH w0 AS (INSERT INTO a VALUES ($1, $2) RETURNING 1), w1 AS (INSERT INTO b VALUES ($3, $4) RETURNING 1), ' +
        'late AS MATERIALIZED (SELECT 0 + (SELECT count(*) FROM w0) + (SELECT count(*) FROM w1) AS rows), ' +
        'w2 AS (INSERT INTO l VALUES ($5, $6)) SELECT',
      values: [1, 2, 3, 4, 7, 8],
    });
    const [alone] = inStatements([], [last]);
    expect(alone?.text).toBe(
      'WITH late AS MATERIALIZED (SELECT 0 AS rows), w0 AS (INSERT INTO l VALUES ($1, $2)) SELECT',
    );
    const twice = inStatements([insert('a', 1, 2), insert('a', 3, 4)], [last, insert('l', 9, 0)]);
    expect(twice.map(({ values }) => values)).toEqual([
      [1, 2],
      [3, 4, 7, 8],
      [9, 0],
    ]);
  });

  it('are parts of a last statement that has rows, unless some must come after others', () => {
    const end = { text: 'WITH a AS (SELECT $1) SELECT FROM a', values: [9] };
    expect(inStatements([insert('a', 1, 2)], [], end)).toEqual([
      { text: 'WITH w0 AS (INSERT INTO a VALUES ($1, $2)), a AS (SELECT $3) SELECT FROM a', values: [1, 2, 9] },
    ]);
    const twice = inStatements([insert('a', 1, 2), insert('a', 3, 4)], [], end);
    expect(twice.map(({ values }) => values)).toEqual([
      [1, 2],
      [3, 4, 9],
    ]);
    expect(inStatements([], [insert('l', 7, 8)], end).at(-1)).toEqual(end);
    expect(inStatements([], [], end)).toEqual([end]);
  });

  it('stay as they are if they are alone, and are none without writes', () => {
    const alone = insert('a', 1, 2);
    expect([inStatements([alone]), inStatements([])]).toEqual([[alone], []]);
  });
});
