import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { openPools } from './open-pools.js';

new Gauge({
  name: 'ces_database_sessions',
  help: 'Sessions of the pool that are busy or idle, and work that waits for one',
  labelNames: ['state'],
  collect() {
    this.reset();
    for (const pool of openPools) if (pool.ending) openPools.delete(pool);
    const sum = (count: (pool: Pool) => number): number => [...openPools].reduce((all, pool) => all + count(pool), 0);
    this.set(
      { state: 'busy' },
      sum(({ totalCount, idleCount }) => totalCount - idleCount),
    );
    this.set(
      { state: 'idle' },
      sum(({ idleCount }) => idleCount),
    );
    this.set(
      { state: 'waiting' },
      sum(({ waitingCount }) => waitingCount),
    );
  },
});
