import { asParts, type Statement } from './parts.js';

interface Read extends Statement {
  resolve: (rows: never[]) => void;
  reject: (error: unknown) => void;
}

/** Sends the reads of a transaction that begin in the same moment as one statement. */
export class GatheredReads {
  private waiting: Read[] = [];

  constructor(private readonly ask: (read: Statement) => Promise<unknown>) {}

  /** True until the statement goes out. */
  get isGathering(): boolean {
    return this.waiting.length > 0;
  }

  add<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, values, resolve, reject });
      if (this.waiting.length === 1) queueMicrotask(() => void this.send());
    });
  }

  private async send(): Promise<void> {
    const reads = this.waiting;
    this.waiting = [];
    try {
      const answers = await this.answersTo(reads);
      for (const [index, { resolve }] of reads.entries()) resolve(answers[index] ?? []);
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  private async answersTo(reads: Read[]): Promise<never[][]> {
    const [only, second] = reads;
    if (only && !second) return [(await this.ask(only)) as never[]];
    const { texts, values } = asParts(reads);
    const parts = texts.map((text, index) => `(SELECT coalesce(json_agg(r), '[]') FROM (${text}) AS r) AS r${index}`);
    const [row = {}] = (await this.ask({ text: `SELECT ${parts.join(', ')}`, values })) as Record<string, never[]>[];
    return reads.map((_, index) => row[`r${index}`] ?? []);
  }
}
