import { Injectable } from '@nestjs/common';
import type { Write } from '../../storage/late-writes.js';
import { asParts } from '../../storage/parts.js';
import { Transactions } from '../../storage/transactions.js';
import type { RelayStateEntity } from './relay-state.entity.js';
import { inTurn, turn, turnOf } from './relay-turn.js';

export type KnownStream = Pick<RelayStateEntity, 'stream_id' | 'last_sequence' | 'gone_sequence' | 'published_at'>;

interface SeenStream {
  created: string;
  id: string | undefined;
  firstSequence: number;
  lastSequence: number;
}

/** The relay's notes about its stream. SQL because its transactions choose how they commit. */
@Injectable()
export class RelayStateStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Runs work in a transaction that does not wait for the disk. A crash may lose all that the relay writes: the facts
   * are then published again, and consumers recognise them.
   */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      await this.transactions.open.query('SET LOCAL synchronous_commit = off');
      return work();
    });
  }

  /**
   * Makes these writes, whose conditions contain `inTurn`, in one statement that commits without waiting for the disk, like
   * `write`. Says whether it was the relay's turn.
   */
  async writeInTurn(source: string, writes: Write[]): Promise<boolean> {
    const first = { text: turn(1, 'FOR SHARE'), values: turnOf(source) };
    const { texts, values } = asParts([first, ...writes]);
    const parts = texts.map((text, index) => (index === 0 ? text : `w${index} AS (${text})`));
    const [found] = await this.transactions.current.query<{ ours: boolean }[]>(
      `WITH ${parts.join(', ')} SELECT ours, set_config('synchronous_commit', 'off', true) FROM turn`,
      values,
    );
    return found?.ours === true;
  }

  async findStream(stream: string): Promise<KnownStream | undefined> {
    const [known] = await this.transactions.current.query<KnownStream[]>(
      'SELECT stream_id, last_sequence, gone_sequence, published_at FROM relay_state WHERE stream = $1',
      [stream],
    );
    return known;
  }

  async writeStream(stream: string, { created, id, firstSequence, lastSequence }: SeenStream): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO relay_state (stream, stream_created, stream_id, last_sequence, gone_sequence) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (stream) DO UPDATE SET stream_created = $2, stream_id = $3, last_sequence = $4, gone_sequence =
           CASE WHEN relay_state.stream_id = $3 AND relay_state.last_sequence <= $4
                THEN greatest(relay_state.gone_sequence, $5) ELSE $5 END`,
      [stream, created, id ?? null, lastSequence, Math.max(0, firstSequence - 1)],
    );
  }

  sequenceWrite(stream: string, lastSequence: number): Write {
    return {
      text: `UPDATE relay_state SET last_sequence = $1, published_at = now() WHERE stream = $2 AND ${inTurn}`,
      values: [lastSequence, stream],
    };
  }

  /** Notes, before we delete them, that messages up to this one may be gone. Commits by itself. */
  async writeGone(stream: string, sequence: number): Promise<void> {
    await this.transactions.apart(() =>
      this.transactions.open.query(
        'UPDATE relay_state SET gone_sequence = greatest(gone_sequence, $1) WHERE stream = $2',
        [sequence, stream],
      ),
    );
  }
}
