import { Problem, type Fault } from '@ces/contracts/problems';
import { isUtf8 } from 'node:buffer';

/** Values of consecutive lines, joined by `\n`. One object for each of a million values would need too much memory. */
export interface CsvRun {
  /** The line of the first value. */
  line: number;
  count: number;
  text: string;
}

const newline = 0x0a;
const longest = 255;
const shown = 100;
/** A longer line is thrown away while its end is searched. */
const lineBytes = 8 * 1_024;

/**
 * Reads a CSV file of one column as it comes in, and holds at most one line of it. It accepts a BOM, CRLF, blank lines,
 * quotes, and spaces around a cell. A cell must not contain a line break. Each other line without exactly one value is a
 * fault.
 */
export class CsvColumn {
  readonly faults: Fault[] = [];
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
      if (!this.skipping) this.fault(this.line + 1, 'too-long', `has more than ${longest} characters`);
      this.skipping = true;
      this.rest = Buffer.alloc(0);
    }
    return runs;
  }

  /** Reads the last line, which may lack a line end. After this the faults are complete. */
  end(): CsvRun[] {
    const runs = this.rest.length > 0 || this.skipping ? this.read(this.rest) : [];
    this.rest = Buffer.alloc(0);
    if (!this.any && this.faults.length === 0) this.fault(1, 'empty', 'is missing: the file is empty');
    return runs;
  }

  get full(): boolean {
    return this.faults.length === shown;
  }

  refuseFaults(): void {
    if (this.faults.length === 0) return;
    const detail = this.faults.map((fault) => fault.detail).join('; ');
    throw new Problem('csv-invalid', detail, { errors: this.faults });
  }

  private read(bytes: Buffer): CsvRun[] {
    const text = isUtf8(bytes) ? bytes.toString().replace(/\r(?=\n|$)/g, '') : undefined;
    const plain = text !== undefined && !this.skipping ? plainLines(text) : 0;
    if (text !== undefined && plain > 0) {
      const line = this.line + 1;
      this.line += plain;
      this.any = true;
      return [{ line, count: plain, text }];
    }
    // Searches the line that is not UTF-8 only if the chunk contains one.
    const lines = text === undefined ? splitBytes(bytes).map(textOrNothing) : text.split('\n');
    return this.readLines(lines);
  }

  private readLines(lines: (string | undefined)[]): CsvRun[] {
    const runs: CsvRun[] = [];
    let line = 0;
    let values: string[] = [];
    const close = (): void => {
      if (values.length > 0) runs.push({ line, count: values.length, text: values.join('\n') });
      values = [];
    };
    for (const each of lines) {
      const value = this.readLine(each);
      if (value === undefined) close();
      else if (values.push(value) === 1) line = this.line;
    }
    close();
    return runs;
  }

  private readLine(text: string | undefined): string | undefined {
    this.line += 1;
    if (this.skipping) {
      this.skipping = false;
      return undefined;
    }
    const trimmed = (this.line === 1 ? text?.replace(/^\uFEFF/, '') : text)?.trim();
    if (trimmed === '') return undefined;
    const value = trimmed === undefined ? undefined : unquote(trimmed);
    if (trimmed === undefined) this.fault(this.line, 'utf-8', 'is not UTF-8');
    else if (hasLineBreak(trimmed))
      this.fault(this.line, 'line-break', 'has a cell with a line break, or without its last quote');
    else if (value === undefined) this.fault(this.line, 'column', 'must be one value, with quotes if it has a comma');
    else if (value.includes('\0')) this.fault(this.line, 'nul', 'has a NUL');
    else if (isTooLong(value)) this.fault(this.line, 'too-long', `has more than ${longest} characters`);
    else if (value !== '') {
      this.any = true;
      return value;
    }
    return undefined;
  }

  private fault(line: number, code: string, detail: string): void {
    if (!this.full) this.faults.push({ pointer: '#/file', code, detail: `line ${line}: ${detail}` });
  }
}

/** Counts code points; `length` counts UTF-16 units. */
function isTooLong(value: string): boolean {
  return value.length > longest && (value.length > 2 * longest || [...value].length > longest);
}

/** Returns the number of lines if each is a plain value; 0 if a line needs a closer look. */
function plainLines(text: string): number {
  if (/[",\0\r]/.test(text)) return 0;
  let lines = 0;
  for (let start = 0; start <= text.length; lines += 1) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const short = end > start && end - start <= longest;
    if (!short || !isVisibleAscii(text.charCodeAt(start)) || !isVisibleAscii(text.charCodeAt(end - 1))) return 0;
    start = end + 1;
  }
  return lines;
}

/** Excludes white space, which is trimmed, and a BOM. */
function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** Finds a quoted cell that does not end on its line, and a CR without LF. */
function hasLineBreak(text: string): boolean {
  return text.includes('\r') || /^"(?:[^"]|"")*$/.test(text);
}

/** Reads one value by RFC 4180, where spaces within quotes belong to the value; undefined if the line is not one value. */
function unquote(text: string): string | undefined {
  if (!text.startsWith('"')) return /[",]/.test(text) ? undefined : text;
  if (!/^"(?:[^"]|"")*"$/.test(text)) return undefined;
  return text.slice(1, -1).replaceAll('""', '"');
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

function textOrNothing(line: Buffer): string | undefined {
  return isUtf8(line) ? line.toString() : undefined;
}
