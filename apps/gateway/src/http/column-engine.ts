import { Problem } from '@ces/contracts/problems';
import { inCall, withoutKey } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Logger } from '@nestjs/common';
import type { StorageEngine } from 'multer';
import { createHash } from 'node:crypto';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { CsvColumn, type CsvRun } from './csv-column.js';
import type { UploadRequest } from './uploads.js';

/** As JSON. A run that comes on top has at most 64 KiB, which JSON makes six times as long: all is well under NATS' 1 MiB. */
const partBytes = 200_000;

/** A turn of the event loop in which a file alone is read takes no longer. */
const ownTurnMs = 1;
/** For each millisecond that others have taken of a turn, a file rests so long, up to a limit. */
const restMs = 10;
const longestRestMs = 100;

/** Before a service is told again what to forget. */
const pausesMs = [1_000, 5_000, 25_000];

/** What becomes of the file: a service has its values, under this id. */
export interface StoredColumn {
  import_id: string;
  count: number;
  parts: number;
  /** Of the file's bytes. */
  digest: string;
}

export interface ColumnPart {
  import_id: string;
  part: number;
  runs: CsvRun[];
}

type Done = (error?: unknown, info?: Partial<Express.Multer.File> & StoredColumn) => void;

/**
 * Takes the values of a CSV file of one column to a service while it comes in. One part is on its way while the next one
 * gathers, and the file is read no faster than that.
 */
export abstract class ColumnEngine implements StorageEngine {
  private readonly log = new Logger('Uploads');

  protected abstract take(part: ColumnPart): Promise<unknown>;
  protected abstract forget(importId: string): Promise<unknown>;

  _handleFile(request: unknown, file: Express.Multer.File, done: Done): void {
    inCall((request as UploadRequest).call, () => withoutKey(() => this.store(file))).then((stored) => {
      done(null, stored);
    }, done);
  }

  _removeFile(
    _request: unknown,
    file: Express.Multer.File & Partial<StoredColumn>,
    done: (error: Error | null) => void,
  ): void {
    void this.drop(file.import_id ?? '').then(() => {
      done(null);
    });
  }

  /** Tried again where nobody waits for it. What it still was not told of, the service deletes in time. */
  async drop(importId: string): Promise<void> {
    if (await this.isAway(importId)) void this.dropLater(importId);
  }

  private async dropLater(importId: string): Promise<void> {
    for (const pause of pausesMs) {
      await sleep(pause, undefined, { ref: false });
      if (!(await this.isAway(importId))) return;
    }
    this.log.warn(`upload ${importId} is not forgotten yet: its service does not answer`);
  }

  /** Whether the service that should forget it did not answer. */
  private isAway(importId: string): Promise<boolean> {
    return withoutKey(() => this.forget(importId)).then(
      () => false,
      (error: unknown) => error instanceof Problem && error.code === 'service-unavailable',
    );
  }

  private async store(file: Express.Multer.File): Promise<StoredColumn> {
    const sender = new PartSender(newId(), (part) => this.take(part));
    try {
      const digest = await read(file, sender);
      return { import_id: sender.importId, count: sender.count, parts: sender.parts, digest };
    } catch (error) {
      await sender.settled();
      if (sender.parts > 0) await this.drop(sender.importId);
      throw error;
    }
  }
}

async function read(file: Express.Multer.File, sender: PartSender): Promise<string> {
  const column = new CsvColumn();
  const hash = createHash('sha256');
  // Not destroyed when a part is refused: multer would tell of that instead.
  const chunks = file.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    hash.update(chunk);
    const runs = column.push(chunk);
    if (column.full) break;
    // A file with a fault is only read on to find the others.
    if (column.faults.length === 0) await sender.add(runs);
  }
  const rest = column.end();
  column.refuseFaults();
  await sender.add(rest);
  await sender.finish();
  return hash.digest('base64url');
}

class PartSender {
  count = 0;
  parts = 0;
  private waiting: CsvRun[] = [];
  private bytes = 0;
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(
    readonly importId: string,
    private readonly take: (part: ColumnPart) => Promise<unknown>,
  ) {}

  async add(runs: CsvRun[]): Promise<void> {
    for (const run of runs) {
      this.waiting.push(run);
      this.bytes += jsonBytes(run.text);
      if (this.bytes >= partBytes) await this.send();
    }
  }

  async finish(): Promise<void> {
    if (this.waiting.length > 0) await this.send();
    await this.underWay;
  }

  settled(): Promise<unknown> {
    return this.underWay.catch(() => undefined);
  }

  /** When the part before it has been taken. */
  private async send(): Promise<void> {
    await this.underWay;
    await giveWay();
    const runs = this.waiting;
    this.waiting = [];
    this.bytes = 0;
    this.count += runs.reduce((sum, run) => sum + run.count, 0);
    this.underWay = this.take({ import_id: this.importId, part: this.parts, runs });
    // Whoever waits for it next learns of its failure.
    this.underWay.catch(() => undefined);
    this.parts += 1;
  }
}

/** Whoever waits for a small answer goes before a large file. Files that come in together slow each other down, too. */
async function giveWay(): Promise<void> {
  const begun = performance.now();
  await setImmediate();
  const othersMs = performance.now() - begun - ownTurnMs;
  if (othersMs > 0) await sleep(Math.min(longestRestMs, othersMs * restMs));
}

function jsonBytes(text: string): number {
  // Line ends are escaped, too: as many bytes again at the most.
  return /["\\\0-\x08\x0b-\x1f]/.test(text) ? JSON.stringify(text).length * 2 : Buffer.byteLength(text) * 1.2;
}
