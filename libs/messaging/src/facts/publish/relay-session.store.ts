import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { Transactions } from '../../storage/transactions.js';
import type { RelayStateEntity } from './relay-state.entity.js';

/** The stream as the relay last saw it. */
export type KnownStream = Pick<RelayStateEntity, 'stream_id' | 'last_sequence'>;

interface SeenStream {
  created: string;
  id: string | undefined;
  lastSequence: number;
}

/**
 * The database session of the elected relay. SQL because the lease is an advisory lock of this session: when the
 * connection is lost, another replica gets the lock and this one can write no more. The session commits asynchronously,
 * because all it writes may be lost: the facts are published again, and consumers recognise them.
 */
export class RelaySession {
  private constructor(
    private readonly transactions: Transactions,
    private readonly runner: QueryRunner,
    private readonly lock: string,
  ) {}

  /** Returns undefined while another replica publishes the facts of this source. */
  static async open(database: DataSource, source: string): Promise<RelaySession | undefined> {
    const runner = database.createQueryRunner();
    const session = new RelaySession(new Transactions(database), runner, `relay of ${source}`);
    let held = false;
    try {
      await runner.connect();
      held = await session.obtainLock();
      return held ? session : undefined;
    } finally {
      if (!held) await runner.release();
    }
  }

  /** Runs work of the source on this session. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.on(this.manager, work);
  }

  async findStream(stream: string): Promise<KnownStream | undefined> {
    const [known] = await this.manager.query<KnownStream[]>(
      'SELECT stream_id, last_sequence FROM relay_state WHERE stream = $1',
      [stream],
    );
    return known;
  }

  async writeStream(stream: string, { created, id, lastSequence }: SeenStream): Promise<void> {
    await this.manager.query(
      `INSERT INTO relay_state (stream, stream_created, stream_id, last_sequence) VALUES ($1, $2, $3, $4)
       ON CONFLICT (stream) DO UPDATE SET stream_created = $2, stream_id = $3, last_sequence = $4`,
      [stream, created, id ?? null, lastSequence],
    );
  }

  async writeSequence(stream: string, lastSequence: number): Promise<void> {
    await this.manager.query('UPDATE relay_state SET last_sequence = $1 WHERE stream = $2', [lastSequence, stream]);
  }

  /** Ignores failures: PostgreSQL gives up the lock of a broken connection by itself. */
  async close(): Promise<void> {
    await this.runner.query('RESET synchronous_commit').catch(() => undefined);
    await this.runner.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [this.lock]).catch(() => undefined);
    await this.runner.release().catch(() => undefined);
  }

  private get manager(): EntityManager {
    return this.runner.manager;
  }

  private async obtainLock(): Promise<boolean> {
    const [row] = await this.manager.query<{ held: boolean }[]>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held',
      [this.lock],
    );
    if (!row?.held) return false;
    await this.manager.query('SET synchronous_commit = off');
    return true;
  }
}
