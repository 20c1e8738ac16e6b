import { faulty, type Fault } from '@ces/contracts/problems';
import { isUtf8 } from 'node:buffer';
import type { ColumnReader } from '../http/uploads/column-engine.js';
import type { CsvRun } from '../http/uploads/csv-column.js';

const newline = 0x0a;
const lineBytes = 32 * 1_024;

/** Stands for a line that is not UTF-8, has a NUL or is too long. */
export const unreadable = '\0';

/** Cuts a file into its lines as it comes in, and holds at most one line. Blank lines count in line numbers only. */
export class FileLines implements ColumnReader {
  readonly faults: readonly Fault[] = [];
  readonly full = false;
  private rest: Buffer = Buffer.alloc(0);
  private line = 0;
  private skipping = false;
  private any = false;

  push(chunk: Buffer): CsvRun[] {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(newline);
    this.rest = bytes.subarray(end + 1);
    const runs = end < 0 ? [] : this.read(bytes.subarray(0, end));
    if (this.rest.length > lineBytes) {
      this.skipping = true;
      this.rest = Buffer.alloc(0);
    }
    return runs;
  }

  end(): CsvRun[] {
    const runs = this.rest.length > 0 || this.skipping ? this.read(this.rest) : [];
    this.rest = Buffer.alloc(0);
    return runs;
  }

  refuseFaults(): void {
    if (this.any) return;
    throw faulty('form-malformed', [
      { pointer: '#/file', code: 'empty', detail: 'is empty; it has a member per line' },
    ]);
  }

  private read(bytes: Buffer): CsvRun[] {
    const lines = isUtf8(bytes) ? bytes.toString().split('\n') : splitBytes(bytes).map(textOrNothing);
    const runs: CsvRun[] = [];
    let first = 0;
    let texts: string[] = [];
    const close = (): void => {
      if (texts.length > 0) runs.push({ line: first, count: texts.length, text: texts.join('\n') });
      texts = [];
    };
    for (const each of lines) {
      this.line += 1;
      const text = this.readLine(each);
      if (text === '') close();
      else if (texts.push(text) === 1) first = this.line;
    }
    close();
    return runs;
  }

  private readLine(given: string): string {
    const text = (this.line === 1 ? given.replace(/^\uFEFF/, '') : given).trim();
    const lost = this.skipping || text.includes('\0') || Buffer.byteLength(text) > lineBytes;
    this.skipping = false;
    if (lost || text !== '') this.any = true;
    return lost ? unreadable : text;
  }
}

function splitBytes(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

function textOrNothing(line: Buffer): string {
  return isUtf8(line) ? line.toString() : unreadable;
}
