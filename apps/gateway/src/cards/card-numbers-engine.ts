import { dropImport, importNumbers } from '@ces/contracts/card-administration';
import type { Bus } from '@ces/messaging/bus';
import { inCall, withoutKey } from '@ces/messaging/call-context';
import { newId } from '@ces/messaging/ids';
import type { StorageEngine } from 'multer';
import { createHash } from 'node:crypto';
import { CsvColumn, type CsvEntry } from '../http/csv-column.js';
import type { UploadRequest } from '../http/uploads.js';

const atOnce = 5_000;
const patience = 10_000;

/** What becomes of the file: the cards service has its numbers, under this id. */
export interface StoredNumbers {
  import_id: string;
  count: number;
  /** Of the file's bytes. */
  digest: string;
}

type Done = (error?: unknown, info?: Partial<Express.Multer.File> & StoredNumbers) => void;

/** Takes the numbers of a file to the cards service while it comes in. Only one part of it is ever in memory. */
export class CardNumbersEngine implements StorageEngine {
  constructor(private readonly bus: Bus) {}

  _handleFile(request: unknown, file: Express.Multer.File, done: Done): void {
    inCall((request as UploadRequest).call, () => withoutKey(() => this.store(file))).then((stored) => {
      done(null, stored);
    }, done);
  }

  _removeFile(
    _request: unknown,
    file: Express.Multer.File & Partial<StoredNumbers>,
    done: (error: Error | null) => void,
  ): void {
    void this.drop(file.import_id ?? '').then(() => {
      done(null);
    });
  }

  /** Without an answer nothing is lost: what is forgotten is deleted after a day. */
  async drop(import_id: string): Promise<void> {
    await withoutKey(() => this.bus.call(dropImport, { import_id })).catch(() => undefined);
  }

  private async store(file: Express.Multer.File): Promise<StoredNumbers> {
    const import_id = newId();
    try {
      return { import_id, ...(await this.send(file, import_id)) };
    } catch (error) {
      await this.drop(import_id);
      // multer waits until the file has been read.
      file.stream.resume();
      throw error;
    }
  }

  private async send(file: Express.Multer.File, import_id: string): Promise<{ count: number; digest: string }> {
    const column = new CsvColumn();
    const hash = createHash('sha256');
    let waiting: CsvEntry[] = [];
    let count = 0;
    const take = async (entries: CsvEntry[], least: number): Promise<void> => {
      waiting = waiting.concat(entries);
      if (column.faults.length > 0) waiting = [];
      while (waiting.length >= least) {
        const part = waiting.slice(0, atOnce);
        waiting = waiting.slice(atOnce);
        const [lines, numbers] = [part.map((entry) => entry.line), part.map((entry) => entry.value)];
        count += (await this.bus.call(importNumbers, { import_id, lines, numbers }, { timeout: patience })).taken;
      }
    };
    // A refusal must not destroy the stream: multer would take that for the fault, and answer with it.
    const chunks = file.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await take(column.push(chunk), atOnce);
    }
    await take(column.end(), 1);
    column.refuseFaults();
    return { count, digest: hash.digest('base64url') };
  }
}
