import { rmSync } from 'node:fs';
import { dropTemplates } from '../servers/private-database.ts';
import { testRun } from './test-run.ts';

export default async function tearDown(): Promise<void> {
  if (!testRun.postgres) await dropTemplates();
  await Promise.all([testRun.postgres?.stop(), testRun.nats?.stop()]);
  if (testRun.dir) rmSync(testRun.dir, { recursive: true, force: true });
}
