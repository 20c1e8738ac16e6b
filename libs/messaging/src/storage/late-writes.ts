/** One INSERT, UPDATE or DELETE without a WITH of its own. */
export interface Write {
  text: string;
  values: unknown[];
}

/**
 * Combines writes into as few statements as possible, because each statement costs both processes a wake-up. PostgreSQL
 * does not say in which order the parts of a statement run, so writes with the same text go into different statements.
 */
export function inStatements(writes: readonly Write[]): Write[] {
  const statements: Write[][] = [];
  const seen = new Map<string, number>();
  for (const write of writes) {
    const place = seen.get(write.text) ?? 0;
    seen.set(write.text, place + 1);
    (statements[place] ??= []).push(write);
  }
  return statements.map(combine);
}

function combine(writes: Write[]): Write {
  const [only, second] = writes;
  if (only && !second) return only;
  const values: unknown[] = [];
  const parts = writes.map((write, index) => {
    const text = write.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + values.length}`);
    values.push(...write.values);
    return `w${index} AS (${text})`;
  });
  return { text: `WITH ${parts.join(', ')} SELECT`, values };
}
