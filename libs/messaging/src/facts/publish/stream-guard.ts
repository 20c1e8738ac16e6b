import type { StreamInfo } from '@nats-io/jetstream';
import { Logger } from '@nestjs/common';
import type { Nats } from '../../nats.js';
import type { FactSource } from '../fact-source.js';
import type { RelaySession } from './relay-session.store.js';
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
  async verify(session: RelaySession): Promise<number | undefined> {
    if (!this.isDoubtful) return undefined;
    this.isDoubtful = false;
    try {
      const info = await ensureStream(await this.nats.manager(), this.nats, this.source.stream);
      await this.compare(session, info);
      return info.state.last_seq;
    } catch (error) {
      this.isDoubtful = true;
      throw error;
    }
  }

  /** Writes down that the stream is at least this long. Comes before the facts are marked as published. */
  async remember(session: RelaySession, sequence: number): Promise<void> {
    await session.writeSequence(this.stream, sequence);
  }

  private async compare(session: RelaySession, info: StreamInfo): Promise<void> {
    const known = await session.findStream(this.stream);
    const lost = known && (known.stream_created !== info.created || Number(known.last_sequence) > info.state.last_seq);
    if (lost) {
      this.logger.warn(`stream ${this.stream} has lost messages: publishing all that is kept again`);
      await session.run(() => this.source.rewind());
    }
    await session.writeStream(this.stream, info.created, info.state.last_seq);
  }
}
