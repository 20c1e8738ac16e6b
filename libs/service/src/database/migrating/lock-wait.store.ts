import type { QueryRunner } from 'typeorm';

/** SQL because the wait is a setting of a session of PostgreSQL. */
export class LockWaitStore {
  constructor(private readonly session: QueryRunner) {}

  /** Ends each wait for a lock in the open transaction after this time, with an error. */
  async limit(timeoutMs: number): Promise<void> {
    await this.session.query(`SET LOCAL lock_timeout = ${timeoutMs}`);
  }
}
