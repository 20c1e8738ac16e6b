import { cpus } from 'node:os';

export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

export function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown';
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${model}, Node ${process.versions.node}`;
}
