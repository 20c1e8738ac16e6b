export interface Statement {
  text: string;
  values: unknown[];
}

/** Numbers the parameters anew, so that one statement can contain all of these. */
export function asParts(statements: readonly Statement[]): { texts: string[]; values: unknown[] } {
  const values: unknown[] = [];
  const texts = statements.map((statement) => {
    const before = values.length;
    values.push(...statement.values);
    return statement.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`);
  });
  return { texts, values };
}
