import { ConfigFault } from '@ces/service/config/config';
import { Nats } from '@ces/messaging/nats';
import type { INestApplicationContext } from '@nestjs/common';
import { describeReport } from './describe-report.js';
import { ReconcileAll } from './reconcile-all.service.js';

/** The command `reconcile [--repair]`. It ends with 1 when differences are left, or something was not compared. */
export async function reconcile(app: INestApplicationContext): Promise<void> {
  const [option, ...rest] = process.argv.slice(3);
  if (rest.length > 0 || (option !== undefined && option !== '--repair'))
    throw new ConfigFault('reconcile knows one option: --repair');
  await app.get(Nats).connection();
  const report = await app.get(ReconcileAll).run(option === undefined ? 'compare' : 'repair');
  for (const line of describeReport(report)) console.log(line);
  const { differences, underWay, silent } = report;
  if (differences.length + underWay + silent.length > 0) process.exitCode = 1;
}
