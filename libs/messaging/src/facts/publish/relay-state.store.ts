import { Injectable } from '@nestjs/common';
import { Transactions } from '../../storage/transactions.js';
import type { RelayStateEntity } from './relay-state.entity.js';

/** The stream as the relay last saw it. */
export type KnownStream = Pick<RelayStateEntity, 'stream_id' | 'last_sequence'>;

interface SeenStream {
  created: string;
  id: string | undefined;
  lastSequence: number;
}

/** The relay's notes about its stream. SQL because its transactions choose how they commit. */
@Injectable()
export class RelayStateStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Runs work in a transaction that does not wait for the disk. All that the relay writes may be lost: the facts are
   * published again, and consumers recognise them.
   */
  write<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      await this.transactions.open.query('SET LOCAL synchronous_commit = off');
      return work();
    });
  }

  async findStream(stream: string): Promise<KnownStream | undefined> {
    const [known] = await this.transactions.open.query<KnownStream[]>(
      'SELECT stream_id, last_sequence FROM relay_state WHERE stream = $1',
      [stream],
    );
    return known;
  }

  async writeStream(stream: string, { created, id, lastSequence }: SeenStream): Promise<void> {
    await this.transactions.open.query(
      `INSERT INTO relay_state (stream, stream_created, stream_id, last_sequence) VALUES ($1, $2, $3, $4)
       ON CONFLICT (stream) DO UPDATE SET stream_created = $2, stream_id = $3, last_sequence = $4`,
      [stream, created, id ?? null, lastSequence],
    );
  }

  async writeSequence(stream: string, lastSequence: number): Promise<void> {
    await this.transactions.open.query('UPDATE relay_state SET last_sequence = $1 WHERE stream = $2', [
      lastSequence,
      stream,
    ]);
  }
}
