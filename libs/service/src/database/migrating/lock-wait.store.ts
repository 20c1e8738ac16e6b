import type { QueryRunner } from 'typeorm';

/** The wait for locks in one session. SQL because it is a setting of PostgreSQL. */
export class LockWaitStore {
  constructor(private readonly session: QueryRunner) {}

  /** Ends each wait of the open transaction after this time, with an error. */
  async limit(timeoutMs: number): Promise<void> {
    await this.session.query(`SET LOCAL lock_timeout = ${timeoutMs}`);
  }
}
