import { Logger } from '@nestjs/common';
import type { StreamInfo } from '@nats-io/jetstream';
import type { EntityManager } from 'typeorm';
import type { FactSource } from './fact-source.js';
import type { Nats } from '../nats.js';
import { ensureStream } from './streams.js';

/**
 * Watches over the stream of one source. When it is not the one we wrote to (made anew, or shorter than we know), NATS
 * has lost facts: all that the source still keeps is published again, and consumers skip what they have done.
 */
export class StreamGuard {
  private readonly logger = new Logger('StreamGuard');
  private readonly stream: string;
  private doubtful = true;

  constructor(
    private readonly nats: Nats,
    private readonly source: FactSource,
  ) {
    this.stream = nats.streamOf(source.stream);
  }

  /** The stream may have changed: look before the next publish. */
  doubt(): void {
    this.doubtful = true;
  }

  /** Undefined when there was no doubt; else how long the stream is. */
  async verify(session: EntityManager): Promise<number | undefined> {
    if (!this.doubtful) return undefined;
    this.doubtful = false;
    try {
      const info = await ensureStream(await this.nats.manager(), this.nats, this.source.stream);
      await this.compare(session, info);
      return info.state.last_seq;
    } catch (error) {
      this.doubtful = true;
      throw error;
    }
  }

  /** The stream is at least this long. Written down before the facts are marked as published. */
  async remember(session: EntityManager, sequence: number): Promise<void> {
    await session.query('UPDATE relay_state SET last_sequence = $1 WHERE stream = $2', [sequence, this.stream]);
  }

  private async compare(session: EntityManager, info: StreamInfo): Promise<void> {
    const [known] = await session.query<{ stream_created: string; last_sequence: string }[]>(
      'SELECT stream_created, last_sequence FROM relay_state WHERE stream = $1',
      [this.stream],
    );
    const lost = known && (known.stream_created !== info.created || Number(known.last_sequence) > info.state.last_seq);
    if (lost) {
      this.logger.warn(`stream ${this.stream} has lost messages: publishing all that is kept again`);
      await this.source.rewind(session);
    }
    await session.query(
      `INSERT INTO relay_state (stream, stream_created, last_sequence) VALUES ($1, $2, $3)
       ON CONFLICT (stream) DO UPDATE SET stream_created = $2, last_sequence = $3`,
      [this.stream, info.created, info.state.last_seq],
    );
  }
}
