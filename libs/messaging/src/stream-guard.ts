import { Logger } from '@nestjs/common';
import type { StreamInfo } from '@nats-io/jetstream';
import type { EntityManager } from 'typeorm';
import type { FactSource } from './fact-source.js';
import type { Nats } from './nats.js';
import { ensureStream } from './streams.js';

/**
 * Watches over the stream of one source. When it is not the one we wrote to (made anew, or shorter than we know), NATS
 * has lost facts: all that the source still keeps is published again, and consumers skip what they have done.
 */
export class StreamGuard {
  private readonly logger = new Logger('StreamGuard');
  private readonly stream: string;
  private doubtful = true;
  private rememberedAt = Number.NEGATIVE_INFINITY;

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

  /** Undefined when there was no doubt; else the id of the stream's last message, if it still has one. */
  async verify(session: EntityManager): Promise<{ messageId: string | undefined } | undefined> {
    if (!this.doubtful) return undefined;
    const manager = await this.nats.manager();
    const info = await ensureStream(manager, this.nats, this.source.stream);
    await this.compare(session, info);
    const last = info.state.last_seq;
    const message = last === 0 ? null : await manager.streams.getMessage(this.stream, { seq: last }).catch(() => null);
    this.doubtful = false;
    return { messageId: message?.header.get('Nats-Msg-Id') || undefined };
  }

  /** The stream is at least this long. Written down once a second: it only has to tell a loss from none. */
  async remember(session: EntityManager, sequence: number): Promise<void> {
    if (performance.now() - this.rememberedAt < 1_000) return;
    this.rememberedAt = performance.now();
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
