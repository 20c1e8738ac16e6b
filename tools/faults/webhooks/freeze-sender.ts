// Freezes one of two senders in the middle of a delivery, for longer than its lease. The other one takes over. Then the
// first one continues, finds an answer to its request, and must not record it.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { whileFrozen } from '../kill-parts.ts';
import type { Report } from '../report-checks.ts';
import type { Replica } from '../world/start-replica.ts';
import type { World } from '../world/start-world.ts';
import { Deliveries, type Held } from './record-deliveries.ts';
import { tellEvents } from './tell-events.ts';
import { WebhookApi } from './webhook-api.ts';

const path = '/frozen';
const patienceMs = 60_000;
/** Event ids are made of these numbers, so they must differ from those of the strikes. */
const first = 1_000_001;
const half = 300;

interface Scene {
  world: World;
  report: Report;
  replica: Replica;
  deliveries: Deliveries;
  database: Client;
}

export async function freezeSender(world: World, report: Report): Promise<void> {
  const deliveries = new Deliveries();
  const api = await WebhookApi.open(world);
  const database = new Client({ connectionString: world.database('webhooks') });
  let replica: Replica | undefined;
  try {
    await database.connect();
    replica = await world.startReplica('webhooks');
    const id = await api.register(`${await deliveries.listen()}${path}`);
    const held = await freeze({ world, report, replica, deliveries, database }, id);
    await tellEvents(world, first + half, first + 2 * half - 1);
    await until(() => deliveries.count(path) >= 2 * half);
    check(deliveries, held, report);
    await api.remove(id);
  } finally {
    await replica?.part.stop();
    await database.end();
    deliveries.close();
  }
}

/** Returns the request that was under way. */
async function freeze({ world, report, replica, deliveries, database }: Scene, id: string): Promise<Held> {
  const holding = deliveries.holdNext();
  await tellEvents(world, first, first + half - 1);
  const held = await holding;
  const count = async (sql: string, ...values: string[]): Promise<number> =>
    Number((await database.query<{ count: string }>(`SELECT count(*) ${sql}`, values)).rows[0]?.count);
  // The frozen process must have no message left to take.
  await until(async () => (await count(`FROM event WHERE name = 'transaction-created'`)) >= half);
  const wroteDown = async (): Promise<boolean> =>
    (await count('FROM delivery WHERE webhook_id = $1 AND attempt = 0 AND batch_id IS NULL', id)) === 1;
  const sender = (await couriersOf(replica.metrics)) > 0 ? replica.part : world.part('webhooks');
  await whileFrozen(sender.pid(), async () => {
    held.answer(500);
    const tookOver = await until(async () => deliveries.count(path) >= half && (await wroteDown()));
    report.check(
      'when a sender stands still another takes over',
      tookOver,
      `${deliveries.count(path)} of ${half} came`,
    );
  });
  const attempts = 'FROM attempt WHERE webhook_id = $1 AND batch_id = $2';
  const spoke = await until(async () => (await count(attempts, id, held.batch)) >= 2);
  report.check('it goes on, and its attempt is logged', spoke, 'it is not');
  report.check('what the other has written down stays', await wroteDown(), 'it was overwritten');
  return held;
}

function check(deliveries: Deliveries, held: Held, report: Report): void {
  const count = deliveries.count(path);
  report.check(`${path}: every event was delivered`, count === 2 * half, `${count} of ${2 * half}`);
  const disorder = deliveries.disorder(path);
  report.check(`${path}: they came in their order`, disorder === undefined, disorder ?? '');
  const { again, altered } = deliveries.repeated();
  const right = again === held.events && altered === 0;
  const evidence = `${again} came again, ${altered} of them altered; ${held.events} were under way`;
  report.check(`${path}: only what was under way came again, with the same id and bytes`, right, evidence);
}

async function couriersOf(url: string): Promise<number> {
  const metrics = await (await fetch(url)).text();
  return Number(/^ces_webhook_couriers(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

/** False if the time was over first. */
async function until(done: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (!(await done())) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}
