import type { StreamInfo } from '@nats-io/jetstream';
import { Logger } from '@nestjs/common';
import type { Nats } from '../../nats.js';
import type { FactSource } from '../fact-source.js';
import type { RelayStateStore } from './relay-state.store.js';
import { ensureStream } from '../streams.js';

/**
 * Watches over the stream of one source. A stream that was made anew, or is shorter than we know, has lost facts: the
 * source publishes again all that it keeps, and consumers skip what they have handled.
 */
export class StreamGuard {
  private readonly logger = new Logger('StreamGuard');
  private readonly stream: string;
  private isDoubtful = true;

  constructor(
    private readonly nats: Nats,
    private readonly source: FactSource,
  ) {
    this.stream = nats.streamOf(source.stream);
  }

  /** Makes the next `verify` look at the stream, because it may have changed. */
  doubt(): void {
    this.isDoubtful = true;
  }

  /** Returns the length of the stream, or undefined when there was no doubt. */
  async verify(state: RelayStateStore): Promise<number | undefined> {
    if (!this.isDoubtful) return undefined;
    this.isDoubtful = false;
    try {
      const info = await ensureStream(await this.nats.manager(), this.nats, this.source.stream);
      await state.write(() => this.compare(state, info));
      return info.state.last_seq;
    } catch (error) {
      this.isDoubtful = true;
      throw error;
    }
  }

  /** Writes down that the stream is at least this long, in the transaction that marks the facts as published. */
  async remember(state: RelayStateStore, sequence: number): Promise<void> {
    await state.writeSequence(this.stream, sequence);
  }

  private async compare(state: RelayStateStore, info: StreamInfo): Promise<void> {
    const known = await state.findStream(this.stream);
    const lost = known && (known.stream_created !== info.created || Number(known.last_sequence) > info.state.last_seq);
    if (lost) {
      this.logger.warn(`stream ${this.stream} has lost messages: publishing all that is kept again`);
      await this.source.rewind();
    }
    await state.writeStream(this.stream, info.created, info.state.last_seq);
  }
}
