import { Problem, type Fault } from '@ces/contracts/problems';
import { isUtf8 } from 'node:buffer';

export interface CsvEntry {
  line: number;
  value: string;
}

const newline = 0x0a;
const longest = 255;
const shown = 100;
/** A line that is longer is not kept while its end is looked for. */
const lineBytes = 8 * 1_024;

/**
 * Reads a CSV file of one column as it comes in, and keeps no more of it than a line. BOM, CRLF, blank lines, quotes and
 * spaces around a value are understood; everything else that is not one value a line is a fault, named by its line.
 */
export class CsvColumn {
  readonly faults: Fault[] = [];
  private rest: Buffer = Buffer.alloc(0);
  private line = 0;
  private skipping = false;
  private any = false;

  push(chunk: Buffer): CsvEntry[] {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(newline);
    this.rest = bytes.subarray(end + 1);
    const entries = end < 0 ? [] : this.read(bytes.subarray(0, end));
    if (this.rest.length > lineBytes) {
      if (!this.skipping) this.fault(this.line + 1, 'too-long', `has more than ${longest} characters`);
      this.skipping = true;
      this.rest = Buffer.alloc(0);
    }
    return entries;
  }

  /** The last line needs no end. Afterwards the faults are complete. */
  end(): CsvEntry[] {
    const entries = this.rest.length > 0 || this.skipping ? this.read(this.rest) : [];
    this.rest = Buffer.alloc(0);
    if (!this.any && this.faults.length === 0) this.fault(1, 'empty', 'is all there is: the file is empty');
    return entries;
  }

  refuseFaults(): void {
    if (this.faults.length === 0) return;
    const detail = this.faults.map((fault) => `${fault.pointer}: ${fault.detail}`).join('; ');
    throw new Problem('csv-invalid', detail, { errors: this.faults });
  }

  private read(bytes: Buffer): CsvEntry[] {
    const text = isUtf8(bytes) ? bytes.toString() : undefined;
    // Which line it is that is no UTF-8 is only looked for when one is.
    const lines = text === undefined ? splitBytes(bytes).map(textOrNothing) : text.split('\n');
    return lines.flatMap((line) => this.readLine(line));
  }

  private readLine(text: string | undefined): CsvEntry[] {
    this.line += 1;
    if (this.skipping) {
      this.skipping = false;
      return [];
    }
    if (text === undefined) return this.fault(this.line, 'utf-8', 'is not UTF-8');
    const trimmed = (this.line === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
    if (trimmed === '') return [];
    this.any = true;
    const value = unquote(trimmed);
    if (value === undefined) return this.fault(this.line, 'column', 'must be one value, with quotes if it has a comma');
    if (value.includes('\0')) return this.fault(this.line, 'nul', 'has a NUL');
    if (isTooLong(value)) return this.fault(this.line, 'too-long', `has more than ${longest} characters`);
    return value === '' ? [] : [{ line: this.line, value }];
  }

  private fault(line: number, code: string, detail: string): [] {
    if (this.faults.length < shown) this.faults.push({ pointer: `line ${line}`, code, detail });
    return [];
  }
}

/** Characters, not the halves that JavaScript counts. */
function isTooLong(value: string): boolean {
  return value.length > longest && (value.length > 2 * longest || [...value].length > longest);
}

/** RFC 4180; undefined when it is more than one value, or less. */
function unquote(text: string): string | undefined {
  if (!text.startsWith('"')) return /[",]/.test(text) ? undefined : text;
  if (!/^"(?:[^"]|"")*"$/.test(text)) return undefined;
  return text.slice(1, -1).replaceAll('""', '"').trim();
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
