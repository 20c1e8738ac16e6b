import type { Pool } from 'pg';

/** The pools of this process, for its metrics, which `migrate` does not load. */
export const openPools = new Set<Pool>();
