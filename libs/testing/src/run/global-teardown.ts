import { rmSync } from 'node:fs';
import { dropDatabases } from '../servers/private-database.ts';
import { removeLeftovers } from './leftovers.ts';
import { endSharing } from './sharing.ts';
import { testRun } from './test-run.ts';

export default async function tearDown(): Promise<void> {
  await endSharing();
  if (!testRun.postgres) await dropDatabases();
  await Promise.all([testRun.postgres?.stop(), testRun.nats?.stop()]);
  if (testRun.dir) rmSync(testRun.dir, { recursive: true, force: true });
  removeLeftovers();
}
