import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { Logger } from '@nestjs/common';
import type { Nats } from '../../nats.js';
import type { Write } from '../../storage/late-writes.js';
import type { FactSource } from '../fact-source.js';
import type { KnownStream, RelayStateStore } from './relay-state.store.js';
import { ensureStream, factRetentionMs, idOf, limitOf } from '../streams.js';
import { firstUnread } from './read-messages.js';

/** A stream may be emptied while the relay stays connected. */
const lookEveryMs = 10_000;
const clockErrorMs = 60_000;
/** Above this share of the limit, messages that all consumers have handled are deleted. The alarm comes at 80 %. */
const fullEnough = 0.7;
const makeRoomEveryMs = 1_000;

export interface Look {
  lastSequence: number;
  hasLost: boolean;
}

/**
 * Watches the stream of one source. It has lost facts if it has another id, is shorter than we know, or holds nothing
 * of what we know. Then the source publishes again all that it keeps, and consumers skip what they have handled. The
 * time of a stream's creation is not compared, because the nodes of a cluster may have different ones.
 */
export class StreamGuard {
  private readonly logger = new Logger('StreamGuard');
  private readonly stream: string;
  private isDoubtful = true;
  private lookAgainAt = 0;
  private makeRoomAgainAt = 0;
  /** The faults of the stream at the last look: each one is logged once. */
  private faults = new Set<string>();

  constructor(
    private readonly nats: Nats,
    private readonly source: FactSource,
  ) {
    this.stream = nats.streamOf(source.stream);
  }

  /** Makes the next `verify` look at the stream. */
  doubt(): void {
    this.isDoubtful = true;
  }

  async verify(state: RelayStateStore): Promise<Look | undefined> {
    if (!this.isDoubtful && performance.now() < this.lookAgainAt) return undefined;
    this.isDoubtful = false;
    this.lookAgainAt = performance.now() + lookEveryMs;
    try {
      // Read before NATS is asked: a relay that publishes meanwhile makes the stream longer than this, never shorter.
      const known = await state.findStream(this.stream);
      const manager = await this.nats.manager();
      const faults: string[] = [];
      const info = await ensureStream(manager, this.nats, this.source.stream, (reason) => faults.push(reason));
      const hasLost = !isAsKnown(known, info) && (await state.write(() => this.compare(state, known, info)));
      await this.makeRoom(manager, state, info).catch((error: unknown) => {
        faults.push(`stream ${this.stream} cannot give up what all consumers have handled: ${String(error)}`);
      });
      this.tellNew(faults);
      return { lastSequence: info.state.last_seq, hasLost };
    } catch (error) {
      this.isDoubtful = true;
      throw error;
    }
  }

  /** Belongs to the statement that marks the facts as published. */
  remembered(state: RelayStateStore, sequence: number): Write {
    return state.sequenceWrite(this.stream, sequence);
  }

  private async compare(state: RelayStateStore, known: KnownStream | undefined, info: StreamInfo): Promise<boolean> {
    const id = idOf(info);
    // Read after NATS was asked: a deletion of ours is noted before it happens.
    const noted = await state.findStream(this.stream);
    const { first_seq: firstSequence, last_seq: lastSequence } = info.state;
    const hasLost =
      known !== undefined && (isAnother(known, id) || isShorter(known, info) || isEmptied(known, noted, info));
    if (hasLost) {
      this.logger.warn(`stream ${this.stream} has lost messages: publishing all that is kept again`);
      await this.source.rewind();
    }
    if (
      noted?.stream_id !== id ||
      Number(noted?.last_sequence) !== lastSequence ||
      Number(noted?.gone_sequence) < firstSequence - 1
    )
      await state.writeStream(this.stream, { created: info.created, id, firstSequence, lastSequence });
    return hasLost;
  }

  /** Deletes from a nearly full stream what all consumers have handled. PostgreSQL keeps the facts. */
  private async makeRoom(manager: JetStreamManager, state: RelayStateStore, info: StreamInfo): Promise<void> {
    const now = performance.now();
    if (info.state.bytes < limitOf(info, this.nats) * fullEnough || now < this.makeRoomAgainAt) return;
    this.makeRoomAgainAt = now + makeRoomEveryMs;
    const unread = await firstUnread(manager, info);
    if (unread === undefined || unread <= info.state.first_seq) return;
    await state.writeGone(this.stream, unread - 1);
    await manager.streams.purge(this.stream, { seq: unread });
  }

  private tellNew(faults: string[]): void {
    for (const fault of faults) if (!this.faults.has(fault)) this.logger.error(fault);
    this.faults = new Set(faults);
  }
}

/** An idle stream: nothing was written to it or has left it, so there is nothing to compare or to note. */
function isAsKnown(known: KnownStream | undefined, info: StreamInfo): boolean {
  const { first_seq: firstSequence, last_seq: lastSequence } = info.state;
  return (
    known?.stream_id === idOf(info) &&
    Number(known?.last_sequence) === lastSequence &&
    Number(known?.gone_sequence) >= firstSequence - 1
  );
}

function isAnother(known: KnownStream, id: string | undefined): boolean {
  return known.stream_id !== null && known.stream_id !== id;
}

function isShorter(known: KnownStream, { state }: StreamInfo): boolean {
  return Number(known.last_sequence) > state.last_seq;
}

/** Nothing is left that the relay knows, although the newest message is too young to expire and we deleted none. */
function isEmptied(known: KnownStream, noted: KnownStream | undefined, { state }: StreamInfo): boolean {
  const gone = state.first_seq - 1;
  if (gone < Math.max(1, Number(known.last_sequence)) || gone <= Number(noted?.gone_sequence ?? 0)) return false;
  return known.published_at !== null && known.published_at.getTime() > Date.now() - factRetentionMs + clockErrorMs;
}
