import { Nats } from '@ces/messaging/nats';
import type { INestApplicationContext } from '@nestjs/common';
import { describeReport } from './describe-report.js';
import { ReconcileAll } from './reconcile-all.service.js';

/** The commands `reconcile` and `reconcile --repair`. They end with 1 when differences are left, or something was not compared. */
export const reconcile = (mode: 'compare' | 'repair') => async (app: INestApplicationContext) => {
  await app.get(Nats).connection();
  const report = await app.get(ReconcileAll).run(mode);
  for (const line of describeReport(report)) console.log(line);
  const { differences, underWay, silent } = report;
  if (differences.length + underWay + silent.length > 0) process.exitCode = 1;
};
