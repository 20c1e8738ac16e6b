import type { NewRefusals, ReadTail, RefusedEvent, TailItem, TailPage } from '@ces/contracts/events/event-tail';
import { Problem } from '@ces/contracts/problems';
import { Every } from '@ces/service/chores/every';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { StatsService } from '../stats/stats.service.js';
import type { RefusedEventEntity } from './refused-event.entity.js';
import { TailStore, type AcceptedRow } from './tail.store.js';

/** The pause between two looks for news. Nobody wakes the tail, so an intake without a reader pays nothing. */
const lookEveryMs = 250;
const acceptedAtOnce = 200;
const refusedAtOnce = 50;
const refusedKept = 10_000;
const refusedKeptMs = 86_400_000;
const exportedRefusals = 500;

interface Position {
  seq: bigint;
  refused: bigint;
}

/** The events as they come: accepted ones from the log, refused ones from a record of the latest. */
@Injectable()
export class TailService implements OnModuleDestroy {
  private readonly stop = new AbortController();

  constructor(
    private readonly store: TailStore,
    private readonly stats: StatsService,
  ) {}

  /** Sends waiting readers to another replica. */
  onModuleDestroy(): void {
    this.stop.abort();
  }

  async next({ after, wait_ms, ...wanted }: ReadTail): Promise<TailPage> {
    const deadline = performance.now() + wait_ms;
    for (let position = await this.begin(after); ;) {
      const page = await this.read(position, wanted);
      if (page.items.length > 0 || performance.now() >= deadline)
        return { items: page.items, position: toText(page.position) };
      if (page.position.seq === position.seq) await this.pause();
      position = page.position;
    }
  }

  async note({ refusals, counts }: NewRefusals): Promise<{ noted: true }> {
    await this.store.record(refusals);
    await this.stats.addRefused(counts);
    return { noted: true };
  }

  async refusedOf(userId: string): Promise<RefusedEvent[]> {
    return (await this.store.refusedOf(userId, exportedRefusals)).map(toRefused);
  }

  forget(userId: string): Promise<void> {
    return this.store.forgetUser(userId);
  }

  @Every({
    name: 'forget-refused-events',
    does: 'Deletes refused events that are older than a day, and all but the latest 10,000.',
    seconds: 600,
  })
  forgetOlder(): Promise<void> {
    return this.store.forgetOlder(new Date(Date.now() - refusedKeptMs), refusedKept);
  }

  /** A position behind the end, of a database that was restored, counts as the end. */
  private async begin(after: string | undefined): Promise<Position> {
    const end = await this.store.end();
    const [seq = end.seq, refused = end.refused] = after?.split('.') ?? [];
    return { seq: least(BigInt(seq), BigInt(end.seq)), refused: least(BigInt(refused), BigInt(end.refused)) };
  }

  private async read(from: Position, { event_name, outcome }: Pick<ReadTail, 'event_name' | 'outcome'>) {
    const isWanted = (row: { event_name: string }): boolean =>
      event_name === undefined || row.event_name === event_name;
    const accepted =
      outcome === 'refused'
        ? []
        : upToGap(await this.store.accepted(from.seq, acceptedAtOnce, event_name ?? null), from.seq);
    const refused = outcome === 'accepted' ? [] : await this.store.refused(from.refused, refusedAtOnce);
    const position = { ...from };
    const items = inOrder(accepted, refused).flatMap((row): TailItem[] => {
      if ('seq' in row) position.seq = BigInt(row.seq);
      else position.refused = BigInt(row.position);
      if (!isWanted(row)) return [];
      const at = { position: toText(position) };
      return [{ ...at, ...('seq' in row ? { accepted: toAccepted(row) } : { refused: toRefused(row) }) }];
    });
    return { items, position };
  }

  private async pause(): Promise<void> {
    await sleep(lookEveryMs, undefined, { signal: this.stop.signal }).catch(() => {
      throw new Problem('service-unavailable', 'This replica ends.', { retry_after: 1 });
    });
  }
}

/**
 * Sequence numbers are given before the commit, so a gap may still be filled. The rows behind it wait until the relay of the
 * log has passed it.
 */
export function upToGap(rows: AcceptedRow[], after: bigint): AcceptedRow[] {
  let last = after;
  const gap = rows.findIndex(({ seq, published }) => {
    const known = greatest(last, BigInt(published));
    last = BigInt(seq);
    return last > known + 1n;
  });
  return gap < 0 ? rows : rows.slice(0, gap);
}

function inOrder(accepted: AcceptedRow[], refused: RefusedEventEntity[]): (AcceptedRow | RefusedEventEntity)[] {
  const rest = [...refused];
  const rows = accepted.flatMap((row) => {
    const later = rest.findIndex(({ at }) => at > row.received_at);
    return [...rest.splice(0, later < 0 ? rest.length : later), row];
  });
  return [...rows, ...rest];
}

function toAccepted({ received_at, time, data, ...row }: AcceptedRow) {
  const { id, user_id, client_id, event_name, version, request_id } = row;
  return {
    ...{ id, event_name, version, user_id, client_id, request_id },
    received_at: received_at.toISOString(),
    time: time?.toISOString() ?? null,
    data: JSON.parse(data) as object,
  };
}

function toRefused({
  at,
  event_name,
  user_id,
  client_id,
  request_id,
  problem,
  omitted,
}: RefusedEventEntity): RefusedEvent {
  return { at: at.toISOString(), event_name, user_id, client_id, request_id, problem, omitted };
}

function toText({ seq, refused }: Position): string {
  return `${seq}.${refused}`;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
