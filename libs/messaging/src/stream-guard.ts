import { Injectable, Logger } from '@nestjs/common';
import type { StreamInfo } from '@nats-io/jetstream';
import { DataSource } from 'typeorm';
import { Nats } from './nats.js';
import { ensureStream } from './streams.js';

/**
 * Watches over this service's stream. When it is not the one we wrote to (made anew, or shorter than we know), NATS has
 * lost facts: all that the outbox still keeps is published again, and consumers skip what they have done.
 */
@Injectable()
export class StreamGuard {
  private readonly logger = new Logger('StreamGuard');
  private doubtful = true;

  constructor(
    private readonly database: DataSource,
    private readonly nats: Nats,
  ) {}

  /** The stream may have changed: look before the next publish. */
  doubt(): void {
    this.doubtful = true;
  }

  /** Undefined when there was no doubt; else the id of the stream's last message, if it still has one. */
  async verify(): Promise<{ messageId: string | undefined } | undefined> {
    if (!this.doubtful) return undefined;
    const stream = this.nats.streamOf(this.nats.settings.service);
    const manager = await this.nats.manager();
    const subjects = this.nats.subject('fact', `${this.nats.settings.service}.>`);
    const info = await ensureStream(manager, stream, subjects, this.nats.settings.replicas);
    await this.compare(stream, info);
    const last = info.state.last_seq;
    const message = last === 0 ? null : await manager.streams.getMessage(stream, { seq: last }).catch(() => null);
    this.doubtful = false;
    return { messageId: message?.header.get('Nats-Msg-Id') || undefined };
  }

  private async compare(stream: string, info: StreamInfo): Promise<void> {
    const [known] = await this.database.query<{ stream_created: string; last_sequence: string }[]>(
      'SELECT stream_created, last_sequence FROM relay_state WHERE stream = $1',
      [stream],
    );
    const lost = known && (known.stream_created !== info.created || Number(known.last_sequence) > info.state.last_seq);
    if (lost) this.logger.warn(`stream ${stream} has lost messages: publishing all that is kept again`);
    await this.database.transaction(async (tx) => {
      if (lost) await tx.query('UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL');
      await tx.query(
        `INSERT INTO relay_state (stream, stream_created, last_sequence) VALUES ($1, $2, $3)
         ON CONFLICT (stream) DO UPDATE SET stream_created = $2, last_sequence = $3`,
        [stream, info.created, info.state.last_seq],
      );
    });
  }
}
