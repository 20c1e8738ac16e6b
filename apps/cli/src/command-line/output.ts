import { askAtTerminal } from './ask.ts';

/** The places where a command writes. Specs have their own. */
export interface Terminal {
  write(text: string): void;
  /** For people only: progress and remarks, which no pipe should get. */
  remark(text: string): void;
  isInteractive: boolean;
  /** Absent: nobody is there to answer. */
  ask?: (question: string, isSecret: boolean) => Promise<string>;
}

export function standardOutput(): Terminal {
  return {
    write: (text) => process.stdout.write(text),
    remark: (text) => process.stderr.write(text),
    isInteractive: process.stderr.isTTY,
    ...(process.stdin.isTTY && process.stderr.isTTY ? { ask: askAtTerminal } : {}),
  };
}

const barWidth = 30;

/** Text for people, or JSON for pipes. */
export class Output {
  readonly isJson: boolean;
  private readonly io: Terminal;
  private hasBar = false;

  constructor(io: Terminal, isJson: boolean) {
    this.io = io;
    this.isJson = isJson;
  }

  /** One result. `text` is what people read. */
  result(data: unknown, text: string): void {
    this.endBar();
    this.io.write(`${this.isJson ? JSON.stringify(data) : text}\n`);
  }

  /** A line of a list of unknown length: in JSON one document per line. */
  line(data: unknown, text: string): void {
    this.result(data, text);
  }

  /** Rows under their headings, as wide as they need to be. */
  table(rows: readonly Readonly<Record<string, unknown>>[], columns: readonly string[]): void {
    if (this.isJson) {
      this.result(rows, '');
      return;
    }
    const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
    const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
    for (const row of cells) {
      const padded = row.map((cell, index) => cell.padEnd(widths[index] ?? 0));
      this.io.write(`${padded.join('  ').trimEnd()}\n`);
    }
    if (rows.length === 0) this.remark('There is nothing.');
  }

  remark(text: string): void {
    this.endBar();
    this.io.remark(`${text}\n`);
  }

  /** Resolves with the answer of the person at the terminal; undefined if nobody is there. */
  async ask(question: string, isSecret = false): Promise<string | undefined> {
    this.endBar();
    return this.io.ask?.(question, isSecret);
  }

  /** Draws over its own line, and only for somebody who watches. */
  progress(share: number, what: string): void {
    if (!this.io.isInteractive || this.isJson) return;
    const full = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
    this.io.remark(`\r${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)} % ${what}\u001b[K`);
    this.hasBar = true;
  }

  private endBar(): void {
    if (this.hasBar) this.io.remark('\n');
    this.hasBar = false;
  }
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
