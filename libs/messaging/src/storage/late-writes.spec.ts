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

  it('stay as they are if they are alone, and are none without writes', () => {
    const alone = insert('a', 1, 2);
    expect([inStatements([alone]), inStatements([])]).toEqual([[alone], []]);
  });
});
