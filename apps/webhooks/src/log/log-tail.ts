import { Injectable } from '@nestjs/common';
import { isFor, type LogEvent, type Reader } from './log-event.js';
import { LogService, type Fresh } from './log.service.js';

const pageSize = 2_000;
/** The tail holds at most this many events; a reader that is further behind reads the database. */
const maxEvents = 20_000;
const maxBytes = 32 * 1_024 * 1_024;
/** Events leave memory after this time. Events of an erased user leave at once, unless the wake of the erasure was lost. */
const maxAgeMs = 5_000;

export interface FoundEvents {
  events: LogEvent[];
  /** Up to this position the reader has no other events. */
  seen: number;
}

/** The newest events, read once per process for all webhooks that keep up with them. */
@Injectable()
export class LogTail {
  private events: (LogEvent & { readAt: number })[] = [];
  private bytes = 0;
  /** The tail holds all events after `from` up to `to`. */
  private from = 0;
  private to = 0;
  /** The number of erasures before the events were read. */
  private erasures = 0;
  private dropped = 0;
  private reading: Promise<void> | undefined;
  private following: Promise<void> | undefined;

  constructor(private readonly log: LogService) {}

  /** Reads everything that was committed before the call. */
  refresh(): Promise<void> {
    if (!this.reading) {
      this.reading = this.readAll().finally(() => {
        this.reading = undefined;
      });
      return this.reading;
    }
    // The reading under way may have begun before the commit; one more reading serves all calls that come meanwhile.
    this.following ??= this.reading
      .catch(() => undefined)
      .then(() => {
        this.following = undefined;
        return this.refresh();
      });
    return this.following;
  }

  /** True if it has read all events up to this position. */
  reaches(position: number): boolean {
    return this.to >= position;
  }

  /** Takes over what a transaction of this process appended, unless something before it is missing. */
  follow({ previous, start, upto, erasures, events }: Fresh): void {
    if (previous !== this.to || erasures !== this.erasures) return;
    this.add(events, start);
    this.to = upto;
  }

  /** Returns undefined when the reader's next events are only in the database. */
  take(reader: Reader, after: number, limit: number): FoundEvents | undefined {
    this.forgetOld();
    if (after < this.from) return undefined;
    const found: LogEvent[] = [];
    for (let i = this.indexAfter(after); i < this.events.length && found.length < limit; i += 1) {
      const event = this.events[i];
      if (event && isFor(event, reader)) found.push(event);
    }
    return toFoundEvents(found, limit, endFor(reader, this.to));
  }

  async next(reader: Reader, after: number, limit: number): Promise<FoundEvents> {
    const near = this.take(reader, after, limit);
    if (near) return near;
    const end = endFor(reader, await this.log.end());
    return toFoundEvents(await this.log.readFor(reader, after, end, limit), limit, end);
  }

  /** Forgets all events, and ignores the page that is being read right now. Readers then read the database. */
  drop(): void {
    this.dropped += 1;
    // Appends before the erasure must not be taken over any more.
    this.erasures = NaN;
    this.jump(this.to);
  }

  private async readAll(): Promise<void> {
    if (this.to === 0) this.jump(await this.log.end());
    while (await this.readPage());
    this.forget();
  }

  /** Returns whether there may be more pages. */
  private async readPage(): Promise<boolean> {
    const { dropped } = this;
    const { events, erasures, last } = await this.log.readOn(this.to, pageSize);
    if (dropped !== this.dropped) return true;
    // Notices an erasure whose wake was lost.
    if (erasures !== this.erasures) this.jump(this.to);
    this.erasures = erasures;
    // Some may have been taken over meanwhile.
    this.add(events.filter(({ position }) => position > this.to));
    const more = events.length === pageSize;
    this.to = Math.max(this.to, more ? (events.at(-1)?.position ?? 0) : last);
    return more;
  }

  private add(events: readonly LogEvent[], start = 0): void {
    const readAt = Date.now();
    for (const event of events) {
      this.events.push({ ...event, position: start + event.position, readAt });
      this.bytes += event.item.length;
    }
    if (this.events.length > maxEvents * 2 || this.bytes > maxBytes * 2) this.forget();
    this.forgetOld();
  }

  /** Forgetting copies the rest, so it happens at most once a second. */
  private forgetOld(): void {
    if ((this.events[0]?.readAt ?? Infinity) < Date.now() - maxAgeMs - 1_000) this.forget();
  }

  private jump(position: number): void {
    this.events = [];
    this.bytes = 0;
    this.from = position;
    this.to = position;
  }

  private forget(): void {
    const oldest = Date.now() - maxAgeMs;
    let drop = Math.max(0, this.events.length - maxEvents);
    let bytes = this.events.slice(0, drop).reduce((sum, { item }) => sum + item.length, 0);
    for (let event = this.events[drop]; event; event = this.events[drop]) {
      if (event.readAt >= oldest && this.bytes - bytes <= maxBytes) break;
      bytes += event.item.length;
      drop += 1;
    }
    if (drop === 0) return;
    this.from = this.events[drop - 1]?.position ?? this.from;
    this.events = this.events.slice(drop);
    this.bytes -= bytes;
  }

  private indexAfter(position: number): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.position ?? Infinity) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function endFor({ upto = Infinity }: Reader, end: number): number {
  return Math.min(upto, end);
}

function toFoundEvents(events: LogEvent[], limit: number, end: number): FoundEvents {
  return { events, seen: events.length < limit ? end : (events.at(-1)?.position ?? end) };
}
