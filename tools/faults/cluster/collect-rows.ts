import { setTimeout as sleep } from 'node:timers/promises';
import { select } from '../select-rows.ts';
import { EVENT } from './call-gateways.ts';
import type { ClusterWorld } from './world/cluster-world.ts';
import type { Entry, Row } from './history.ts';
import { judgeHistory, type Terms } from './judge-history.ts';

/** Effects that take longer will not come. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 1_000;

/** Waits until the databases and deliveries keep every promise, or until nothing changes any more. */
export async function whenSettled(
  world: Pick<ClusterWorld, 'database'>,
  history: readonly Entry[],
  terms: Terms,
): Promise<Row[]> {
  let seen = '';
  for (let moved = Date.now(); ;) {
    const rows = await collectRows(world);
    const breaches = judgeHistory([...history, ...rows], terms).map((verdict) => verdict.breaches.length);
    // Looks once more when all is good, so that a superfluous effect shows.
    const state = breaches.join();
    const good = breaches.every((count) => count === 0);
    if ((good && state === seen) || Date.now() - moved > PATIENCE_MS) return rows;
    if (state !== seen) moved = Date.now();
    seen = state;
    await sleep(LOOK_MS);
  }
}

async function collectRows(world: Pick<ClusterWorld, 'database'>): Promise<Row[]> {
  const [events, campaigns, identity] = ['events', 'campaigns', 'identity'].map((name) => world.database(name));
  const log = await select<Stored>(
    events ?? '',
    `SELECT id, user_id, data::json ->> 'n' AS subject FROM event_log WHERE event_name = '${EVENT}' ORDER BY seq`,
  );
  const ledger = await select<Stored>(
    campaigns ?? '',
    'SELECT id, user_id, event_id AS subject, value FROM ledger ORDER BY id',
  );
  const slips = await select<Stored>(
    campaigns ?? '',
    'SELECT id, user_id, event_id AS subject FROM coupon_slip ORDER BY id',
  );
  const connections = await select<Stored>(
    identity ?? '',
    `SELECT owner_id AS id, user_id, owner_id AS subject FROM connection ORDER BY owner_id`,
  );
  return [
    ...toRows('log', log),
    ...toRows('ledger', ledger),
    ...toRows('slip', slips),
    ...toRows('connection', connections),
  ];
}

interface Stored {
  id: string;
  user_id: string;
  subject: string;
  value?: string;
}

function toRows(table: Row['table'], stored: readonly Stored[]): Row[] {
  return stored.map(({ id, user_id, subject, value }) => {
    return { kind: 'row', table, id, user: user_id, subject, ...(value === undefined ? {} : { value: Number(value) }) };
  });
}
