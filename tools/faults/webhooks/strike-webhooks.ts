// Deliveries under faults: thousands of events for four webhooks, while services and servers are killed at random moments.
// One webhook has lanes, and their number changes. Before that, one of two senders is frozen for a while.
import { setTimeout as sleep } from 'node:timers/promises';
import { killNatsWithData, killPostgres } from '../kill-parts.ts';
import type { Report } from '../report-checks.ts';
import type { World } from '../world/start-world.ts';
import { freezeSender } from './freeze-sender.ts';
import { Deliveries } from './record-deliveries.ts';
import { tellEvents } from './tell-events.ts';
import { WebhookApi } from './webhook-api.ts';

const paths = ['/a', '/b', '/c', '/lanes'];
const lanesInTurn = [16, 1, 4, 2];
const patienceMs = 90_000;

const strikes: readonly [name: string, strike: (world: World) => Promise<void>][] = [
  ['webhooks', (world) => world.part('webhooks').kill()],
  ['nats', (world) => world.part('nats').kill()],
  ['nats, its data removed', killNatsWithData],
  ['postgres', killPostgres],
];

export async function strikeWebhooks(
  world: World,
  report: Report,
  random: () => number,
  brief: boolean,
): Promise<void> {
  await freezeSender(world, report);
  const plan = brief ? { events: 3_000, strikes: 4, gapMs: 2_500 } : { events: 20_000, strikes: 20, gapMs: 6_000 };
  const deliveries = new Deliveries();
  const url = await deliveries.listen();
  const api = await WebhookApi.open(world);
  const ids = new Map<string, string>();
  for (const path of paths) ids.set(path, await api.register(`${url}${path}`));
  const laned = ids.get('/lanes') ?? '';
  await api.setLanes(laned, 4);
  let changes = 0;
  const durationMs = plan.strikes * plan.gapMs;
  const telling = keepTelling(world, plan.events, durationMs);
  for (let i = 0; i < plan.strikes; i += 1) {
    await sleep(plan.gapMs * (0.5 + random()));
    const [name, strike] = strikes[i < strikes.length ? i : Math.floor(random() * strikes.length)] ?? [];
    if (!name || !strike) continue;
    const before = paths.map((path) => deliveries.count(path)).join(' ');
    if (await api.setLanes(laned, lanesInTurn[i % lanesInTurn.length] ?? 1)) changes += 1;
    await strike(world);
    console.log(`     killed ${name}; delivered so far: ${before}`);
  }
  await telling;
  await untilAll(deliveries, plan.events);
  deliveries.close();
  report.check('the number of lanes was changed', changes > 0, `${changes} of ${plan.strikes} times`);
  check(deliveries, plan.events, report);
}

function check(deliveries: Deliveries, events: number, report: Report): void {
  for (const path of paths) {
    const count = deliveries.count(path);
    report.check(`${path}: every event was delivered`, count === events, `${count} of ${events}`);
    const disorder = path === '/lanes' ? deliveries.disorderOfUser(path) : deliveries.disorder(path);
    report.check(`${path}: they came in their order`, disorder === undefined, disorder ?? '');
  }
  const { again, altered } = deliveries.repeated();
  console.log(`     ${deliveries.posts} requests; ${again} of ${events * paths.length} events came more than once`);
  report.check('what came again had the same batch id and the same bytes', altered === 0, `${altered} had not`);
}

async function untilAll(deliveries: Deliveries, events: number): Promise<void> {
  let [seen, moved] = [0, Date.now()];
  for (;;) {
    const now = paths.reduce((sum, path) => sum + deliveries.count(path), 0);
    if (now >= events * paths.length || Date.now() - moved > patienceMs) return sleep(1_000);
    if (now !== seen) moved = Date.now();
    seen = now;
    await sleep(200);
  }
}

async function keepTelling(world: World, events: number, durationMs: number): Promise<void> {
  const steps = Math.ceil(durationMs / 250);
  const size = Math.ceil(events / steps);
  for (let from = 1; from <= events; from += size) {
    await tellEvents(world, from, Math.min(events, from + size - 1));
    await sleep(250);
  }
}
