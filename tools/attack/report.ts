import { groups } from './group.ts';
import type { Result } from './tally.ts';

export function tableOf(results: readonly Result[]): string {
  const rows = results.map(({ group, tried, held, broken }) => {
    const what = groups.find(({ name }) => name === group)?.what ?? '';
    return [group, what, String(tried), String(held), String(broken.length)];
  });
  const sum = (count: (result: Result) => number): string =>
    String(results.reduce((total, result) => total + count(result), 0));
  const total = ['all', '', sum(({ tried }) => tried), sum(({ held }) => held), sum(({ broken }) => broken.length)];
  const table = [['Group', 'What is tried', 'Tried', 'Held', 'Broken'], ...rows, total];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => (column > 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column > 1 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), rule, ...body.map(line)].join('\n');
}

export function describeForDocs(results: readonly Result[]): string {
  return `# Security tests

\`npm run attack\` starts a private stack on this machine, attacks it, and counts the checks. A check holds when the service answers as the contract says. The command names each check that breaks, and exits with 1 if one does; \`--write\` renews this page.

\`\`\`sh
npm run attack                      # everything
npm run attack -- --short           # fewer repeats, for CI
npm run attack -- tokens nonces     # only these groups
\`\`\`

Last run: ${new Date().toISOString().slice(0, 10)}.

${tableOf(results)}

The [threat model](../threat-model.md) says how the service is protected, and [SECURITY.md](../../SECURITY.md) how to report a vulnerability.
`;
}
