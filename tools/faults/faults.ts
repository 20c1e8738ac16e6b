// `npm run faults` kills the parts of a private stack under load, and then compares all answers with the databases.
// `npm run faults -- webhooks` does so with deliveries, `npm run faults -- restarts` kills one service under many
// calls, `npm run faults -- cluster` uses two replicas of each service, and `npm run faults -- versions` upgrades the last
// release to this tree. `--short` is for CI; `--seed=N` repeats the moments of an earlier run.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DATABASE_APPS } from '../../libs/local-stack/src/apps.ts';
import { Gateway } from './world/ask-gateway.ts';
import { checkAnswers, checkDeadLetters, checkEvents, checkUsers } from './check-promises.ts';
import { Load, type Sender } from './keep-sending.ts';
import type { Recovery } from './observe-recovery.ts';
import { Ledger } from './record-attempts.ts';
import { Report } from './report-checks.ts';
import { endEventsGracefully, endGatewayGracefully, keepBystandersDown, strikeInTurn } from './run-scenarios.ts';
import { restartEvents } from './restart-events.ts';
import { seedRandom } from './seed-random.ts';
import { makeDirectory, startWorld, type World } from './world/start-world.ts';
import { waitUntilQuiet } from './world/wait-until-quiet.ts';
import { strikeCluster } from './cluster/strike-cluster.ts';
import { strikeVersions } from './versions/strike-versions.ts';
import { strikeWebhooks } from './webhooks/strike-webhooks.ts';

const { values, positionals } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    minutes: { type: 'string', default: '30' },
  },
  allowPositionals: true,
});
const plan = values.short
  ? { rounds: 1, bystandersDownMs: 3_000, users: 100, perSecond: 150 }
  : { rounds: 3, bystandersDownMs: 10_000, users: 200, perSecond: 300 };
const NEW_USERS_PER_SECOND = 10;
const seed = values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes takes a number');

const giveUp = new AbortController();
const report = new Report();
const dir = makeDirectory();
let world: World | undefined;
let keepAttempts = (): void => undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon);
const scenarios: Record<string, () => Promise<void>> = {
  webhooks: () => inWorld(strikeDeliveries),
  restarts: () => inWorld(restartOften),
  cluster: () => strikeCluster(dir, { seed, minutes: values.short ? undefined : minutes }, report, giveUp.signal),
  versions: () => strikeVersions(dir, { seed, short: values.short }, report, giveUp.signal),
};
await main(scenarios[positionals[0] ?? ''] ?? (() => inWorld(run)));

async function inWorld(scenario: (world: World) => Promise<void>): Promise<void> {
  world = await startWorld(dir, giveUp.signal);
  await scenario(world);
}

async function main(scenario: () => Promise<void>): Promise<void> {
  console.log(`seed ${seed}`);
  try {
    await scenario();
  } catch (error) {
    report.check(
      'the run came to its end',
      false,
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
  }
  await world?.stop();
  if (report.good) {
    rmSync(dir, { recursive: true, force: true });
  } else {
    keepAttempts();
    console.log(`Logs, data and the history are kept in ${dir}`);
  }
  console.log(report.summary());
  process.exit(report.good ? 0 : 1);
}

function strikeDeliveries(running: World): Promise<void> {
  return strikeWebhooks(running, report, seedRandom(seed), values.short);
}

function restartOften(running: World): Promise<void> {
  return restartEvents(running, report, seedRandom(seed), values.short ? 3 : 20);
}

async function run(running: World): Promise<void> {
  const random = seedRandom(seed); // only the faults use it, because the number of draws by senders depends on the machine
  const chance = seedRandom(seed + 1);
  const gateway = new Gateway(running.stack.describe());
  await gateway.renewToken();
  await gateway.defineEvent();
  const owners = Array.from({ length: plan.users }, (_, i) => `sender-${i}`);
  const users = await Promise.all(owners.map((owner) => gateway.createUser(owner)));
  const events = new Load(new Ledger(), users.map(eventsOf(gateway)), plan.perSecond, chance);
  const newcomers = new Load(new Ledger(), [0, 1, 2, 3].map(usersOf(gateway)), NEW_USERS_PER_SECOND, chance);
  const recoveries: Recovery[] = [];
  const { ledger } = events;
  const scenarios = { world: running, ledger, report, random, recoveries, betweenFaults: () => gateway.renewToken() };
  keepAttempts = () => {
    writeFileSync(join(dir, 'attempts.json'), JSON.stringify({ recoveries, attempts: ledger.attempts }));
  };
  await keepBystandersDown(scenarios, plan.bystandersDownMs);
  for (let round = 1; round <= plan.rounds; round += 1) {
    await endGatewayGracefully(scenarios);
    await endEventsGracefully(scenarios);
  }
  await strikeInTurn(scenarios, plan.rounds);
  await Promise.all([events.stop(), newcomers.stop()]);
  await waitUntilQuiet(running, ledger.accepted.size);
  await gateway.close();
  checkAnswers('events', ledger, report);
  const effects = await checkEvents(running, ledger, report);
  checkAnswers('new users', newcomers.ledger, report);
  const oneWhoCanSignIn = 1; // the seeds make it at the first start
  await checkUsers(running, newcomers.ledger, users.length + oneWhoCanSignIn, report);
  await checkDeadLetters(running, [...DATABASE_APPS, 'faults'], report);
  describeRun(ledger, recoveries, effects);
}

function eventsOf(gateway: Gateway): (user: string) => Sender {
  return (user) => (n) => ({ key: `${user}-${n}`, send: () => gateway.sendEvent(user, n) });
}

function usersOf(gateway: Gateway): (sender: number) => Sender {
  return (sender) => (n) => {
    const owner = `newcomer-${sender}-${n}`;
    return { key: owner, send: () => gateway.ensureUser(owner) };
  };
}

function describeRun(ledger: Ledger, recoveries: readonly Recovery[], effects: ReadonlyMap<string, number>): void {
  const count = (kind: Parameters<Ledger['count']>[0]): number => ledger.count(kind);
  console.log(
    `     events: ${ledger.attempts.length} requests, ${count('accepted')} accepted, ${count('unavailable')} answered ` +
      `503 with Retry-After, ${count('refused')} connections refused and ${count('cut')} cut`,
  );
  const slowest = new Map<string, number>();
  for (const { fault, at, until } of recoveries) {
    const delays = [...ledger.accepted.values()]
      .filter((each) => each.at >= at - 500 && each.at < until)
      .map((each) => (effects.get(each.id) ?? each.at) - each.at);
    slowest.set(fault, Math.max(slowest.get(fault) ?? 0, ...delays));
  }
  const list = [...slowest].map(([fault, ms]) => `${fault} ${(ms / 1_000).toFixed(1)} s`);
  console.log(`     slowest effect after its answer, also of the faults before: ${list.join('; ')}`);
}

/** The children end with this process. Their files stay. */
function abandon(): void {
  giveUp.abort();
  world?.stack.abort();
  console.log(`Given up; logs and data are in ${dir}`);
  process.exit(130);
}
