import { asParts, type Statement } from './parts.js';

/** One INSERT, UPDATE or DELETE without a WITH and a RETURNING of its own. */
export type Write = Statement;

/** A last write whose `result`, an expression in which `$rows` are the rows of its RETURNING, is told after the commit. */
export interface LastWrite extends Write {
  result?: { text: string; tell: (result: never) => void };
}

/** Gets the only row of a statement. */
type Tell = (row: Record<string, never>) => void;

export interface CombinedStatement extends Statement {
  tell?: Tell;
}

/** A condition for last writes, which makes them wait for the late ones: PostgreSQL runs parts of a statement in any order. */
export const afterLate = '(SELECT rows FROM late) >= 0';

/**
 * Combines writes into as few statements as possible, because each statement costs both processes a wake-up. Writes with
 * the same text go into different statements, which keeps their order. `last` writes have the condition `afterLate`. An
 * `end`, which begins with WITH, comes after all of them, and contains the late writes if there are no last ones.
 */
export function inStatements(
  writes: readonly Write[],
  last: readonly LastWrite[] = [],
  end?: Statement,
): CombinedStatement[] {
  if (end && last.length > 0) return [...inStatements(writes, last), end];
  const statements = inRounds(writes);
  if (end) {
    const before = statements.pop() ?? [];
    return [...statements.map((some) => combine(some)), withEnd(before, end)];
  }
  const [first, ...rest] = inRounds(last);
  if (!first) return statements.map((some) => combine(some));
  const before = statements.pop() ?? [];
  return [...statements.map((some) => combine(some)), combine(before, first), ...rest.map((some) => combine([], some))];
}

/** No two writes of a round have the same text. */
function inRounds<Kind extends Write>(writes: readonly Kind[]): Kind[][] {
  const rounds: Kind[][] = [];
  const seen = new Map<string, number>();
  for (const write of writes) {
    const place = seen.get(write.text) ?? 0;
    seen.set(write.text, place + 1);
    (rounds[place] ??= []).push(write);
  }
  return rounds;
}

function withEnd(writes: Write[], end: Statement): Statement {
  const { texts, values } = asParts([...writes, end]);
  const parts = texts.map((text, index) =>
    index < writes.length ? `w${index} AS (${text})` : text.replace(/^WITH /, ''),
  );
  return { text: `WITH ${parts.join(', ')}`, values };
}

function combine(writes: Write[], last: LastWrite[] = []): CombinedStatement {
  const [only, second] = writes;
  if (only && !second && last.length === 0) return only;
  const { texts, values } = asParts([...writes, ...last]);
  const parts = texts.map((text, index) => `w${index} AS (${text})`);
  if (last.length === 0) return { text: `WITH ${parts.join(', ')} SELECT`, values };
  // The last writes ask for the rows of the others, so these are written before.
  const late = parts.slice(0, writes.length).map((part) => `${part.slice(0, -1)} RETURNING 1)`);
  const rows = ['0', ...late.map((_, index) => `(SELECT count(*) FROM w${index})`)].join(' + ');
  const all = [...late, `late AS MATERIALIZED (SELECT ${rows} AS rows)`, ...parts.slice(writes.length)];
  const results = last.flatMap(({ result }, index) =>
    result ? [{ ...result, name: `w${writes.length + index}` }] : [],
  );
  const told = results.map(({ text, name }) => ` (${text.replaceAll('$rows', name)}) AS ${name}`);
  const statement = { text: `WITH ${all.join(', ')} SELECT${told.join(',')}`, values };
  if (results.length === 0) return statement;
  return {
    ...statement,
    tell: (row) => {
      for (const { name, tell } of results) tell(row[name] as never);
    },
  };
}
