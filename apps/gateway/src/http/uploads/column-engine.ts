import { Problem, type Fault } from '@ces/contracts/problems';
import { inCall, withoutKey } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Logger } from '@nestjs/common';
import type { StorageEngine } from 'multer';
import { createHash } from 'node:crypto';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { endedRequests } from '../routing/time-requests.js';
import { CsvColumn, type CsvRun } from './csv-column.js';
import type { UploadRequest } from './upload-request.js';

/**
 * A part is sent once its JSON has this many bytes. The last lines add at most 64 KiB, six times as long when escaped, so a
 * part stays below the 1 MiB of NATS.
 */
const partBytes = 200_000;
/** Bytes of a run besides its text. */
const runBytes = 60;

/** Reading a file takes at most this much of a turn of the event loop. */
const ownTurnMs = 1;
/** A file pauses this long for each millisecond that other requests took of a turn, up to a limit. */
const restMs = 10;
/** While others ask, it pauses so long for each millisecond that a part took beyond so many times its quickest. */
const restForPartMs = 6;
const timesQuickest = 1.5;
const longestRestMs = 100;

/** Pauses between attempts to drop an upload. */
const pausesMs = [1_000, 5_000, 25_000];

export interface StoredColumn {
  uploadId: string;
  count: number;
  parts: number;
  /** SHA-256 of the file's bytes. */
  digest: string;
}

export interface ColumnPart {
  uploadId: string;
  part: number;
  runs: CsvRun[];
}

export interface ColumnReader {
  push(chunk: Buffer): CsvRun[];
  end(): CsvRun[];
  readonly faults: readonly Fault[];
  /** True when no more faults are collected. */
  readonly full: boolean;
  refuseFaults(): void;
}

type Done = (error?: unknown, info?: Partial<Express.Multer.File> & StoredColumn) => void;

/**
 * Sends the values of a CSV file with one column to a service while the file comes in. One part travels while the next one
 * is gathered; the file is read no faster than that.
 */
export abstract class ColumnEngine implements StorageEngine {
  private readonly logger = new Logger('Uploads');

  protected abstract take(part: ColumnPart): Promise<unknown>;
  protected abstract forget(uploadId: string): Promise<unknown>;

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
    void this.drop(file.uploadId ?? '').then(() => {
      done(null);
    });
  }

  protected reader(): ColumnReader {
    return new CsvColumn();
  }

  /** Tells the service once, and again in the background while it is away. The service deletes old uploads by itself. */
  async drop(uploadId: string): Promise<void> {
    if (await this.forgetOrIsAway(uploadId)) void this.dropLater(uploadId);
  }

  private async dropLater(uploadId: string): Promise<void> {
    for (const pause of pausesMs) {
      await sleep(pause, undefined, { ref: false });
      if (!(await this.forgetOrIsAway(uploadId))) return;
    }
    this.logger.warn(`upload ${uploadId} is not dropped: its service does not answer`);
  }

  private forgetOrIsAway(uploadId: string): Promise<boolean> {
    return withoutKey(() => this.forget(uploadId)).then(
      () => false,
      (error: unknown) => error instanceof Problem && error.code === 'service-unavailable',
    );
  }

  private async store(file: Express.Multer.File): Promise<StoredColumn> {
    const sender = new PartSender(newId(), (part) => this.take(part));
    try {
      const digest = await read(file, this.reader(), sender);
      return { uploadId: sender.uploadId, count: sender.count, parts: sender.parts, digest };
    } catch (error) {
      await sender.idle();
      if (sender.parts > 0) await this.drop(sender.uploadId);
      throw error;
    }
  }
}

async function read(file: Express.Multer.File, column: ColumnReader, sender: PartSender): Promise<string> {
  const hash = createHash('sha256');
  // A destroyed stream would make multer report that in place of the reason for which a part was refused.
  const chunks = file.stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    hash.update(chunk);
    const runs = column.push(chunk);
    if (column.full) break;
    // A file with a fault is read on to find its other faults, and is not sent.
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
  private restForPart = 0;
  private quickestMs = Infinity;

  constructor(
    readonly uploadId: string,
    private readonly take: (part: ColumnPart) => Promise<unknown>,
  ) {}

  async add(runs: CsvRun[]): Promise<void> {
    for (const run of runs) {
      this.waiting.push(run);
      this.bytes += jsonBytes(run.text) + runBytes;
      if (this.bytes >= partBytes) await this.send();
    }
  }

  async finish(): Promise<void> {
    if (this.waiting.length > 0) await this.send();
    await this.underWay;
  }

  idle(): Promise<unknown> {
    return this.underWay.catch(() => undefined);
  }

  private async send(): Promise<void> {
    await this.underWay;
    await giveWay(this.restForPart);
    const runs = this.waiting;
    this.waiting = [];
    this.bytes = 0;
    this.count += runs.reduce((sum, run) => sum + run.count, 0);
    this.underWay = this.time(this.take({ uploadId: this.uploadId, part: this.parts, runs }));
    // The next `await` of it reports the failure.
    this.underWay.catch(() => undefined);
    this.parts += 1;
  }

  /** Others slow a part down wherever it is: here, at NATS, in the service or in PostgreSQL. */
  private async time(taking: Promise<unknown>): Promise<void> {
    const [begun, others] = [performance.now(), endedRequests()];
    await taking;
    const tookMs = performance.now() - begun;
    this.quickestMs = Math.min(this.quickestMs, tookMs);
    const wanted = (tookMs - this.quickestMs * timesQuickest) * restForPartMs;
    // At most as long as the part took, so that rests do not use up the time of a large file.
    this.restForPart = endedRequests() > others ? Math.min(wanted, tookMs) : 0;
  }
}

/** Lets small requests go before a large file. Several files slow each other down as well. */
async function giveWay(restForPart: number): Promise<void> {
  const begun = performance.now();
  await setImmediate();
  const othersMs = performance.now() - begun - ownTurnMs;
  const rest = Math.min(longestRestMs, Math.max(othersMs * restMs, restForPart));
  if (rest > 0) await sleep(rest);
}

function jsonBytes(text: string): number {
  // Escaping a line end at most doubles its bytes.
  return /["\\\0-\x08\x0b-\x1f]/.test(text) ? JSON.stringify(text).length * 2 : Buffer.byteLength(text) * 1.2;
}
