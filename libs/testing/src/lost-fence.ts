import { LeaseStore } from '@ces/messaging/storage/lease.store';
import type { Fence } from '@ces/messaging/storage/transactions';
import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';

/** For `fenced`: the work of a replica that has lost the election to another one. */
export function lostFence(app: INestApplicationContext): Fence {
  const store = app.get(LeaseStore, { strict: false });
  const lease = { name: 'chores', holder: randomUUID(), fence: '0' };
  return { lease, mayCommit: () => store.confirm(lease), isOurs: () => store.isOurs(lease) };
}
