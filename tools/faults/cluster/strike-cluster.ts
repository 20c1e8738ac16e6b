// Two replicas of every service, three NATS nodes and a replicated PostgreSQL under load and faults. A judge follows.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE_APPS } from '../../../libs/local-stack/src/apps.ts';
import { checkDeadLetters } from '../check-promises.ts';
import { some, type Report } from '../report-checks.ts';
import { seedRandom } from '../seed-random.ts';
import { GatewayCaller } from './call-gateways.ts';
import { drawRound, untilWhole, type ClusterFault } from './cluster-faults.ts';
import { startCluster, type ClusterWorld } from './world/cluster-world.ts';
import { whenSettled } from './collect-rows.ts';
import { History, type Op } from './history.ts';
import { judgeHistory } from './judge-history.ts';
import { Load } from './keep-calling.ts';
import { measureEffects, measureSilence } from './measure-silence.ts';
import { prepareCampaigns, TERMS } from './prepare-campaigns.ts';
import { Receiver } from './receive-deliveries.ts';

interface ClusterPlan {
  seed: number;
  /** Undefined means each kind of fault once, in a hurry. */
  minutes: number | undefined;
}

const PACE = { users: 24, eventsPerSecond: 16, tokensPerSecond: 4, readsPerSecond: 2, newcomersPerSecond: 0.6 };
const SILENCE_MS = 5_000;
const CALM_MS = 4_000;
const SHOWN = 10;

export async function strikeCluster(
  dir: string,
  plan: ClusterPlan,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const world = await startCluster(dir, signal);
  const history = new History(join(dir, 'history.jsonl'));
  const receiver = await Receiver.start(history);
  try {
    console.log('     the cluster is up');
    const members = await prepareCampaigns(world, receiver.url);
    const caller = new GatewayCaller(world.gateways, history, world.admin, world.provider);
    const load = new Load(caller, seedRandom(plan.seed + 1));
    await load.start(PACE, members);
    await sleep(2_000);
    // New streams still choose their leaders.
    await untilWhole(world);
    await strikeInTurn(world, history, plan, signal);
    await load.stop();
    await caller.close();
    for (const row of await whenSettled(world, history.entries, TERMS)) history.add(row);
    for (const { promise, breaches } of judgeHistory(history.entries, TERMS))
      report.check(promise, breaches.length === 0, some(breaches));
    for (const op of ['token', 'event'] as const) reportSilence(history, op, report);
    await checkDeadLetters(world, DATABASE_APPS, report);
    report.check(
      'NATS refused no service a subject',
      world.nats.violations().length === 0,
      some(world.nats.violations()),
    );
    describeHistory(history);
  } finally {
    receiver.stop();
    history.close();
    await world.stop();
  }
}

async function strikeInTurn(
  world: ClusterWorld,
  history: History,
  plan: ClusterPlan,
  signal: AbortSignal,
): Promise<void> {
  const random = seedRandom(plan.seed);
  const end = plan.minutes === undefined ? 0 : Date.now() + plan.minutes * 60_000;
  const hurry = plan.minutes === undefined ? 1 : 0;
  do {
    for (const fault of drawRound(world, random, hurry)) {
      signal.throwIfAborted();
      await strike(world, fault, history);
      await sleep((CALM_MS * random()) / (1 + hurry));
      if (Date.now() > end && end > 0) return;
    }
  } while (Date.now() < end);
}

/** A fault ends when the cluster is whole again. */
async function strike(world: ClusterWorld, fault: ClusterFault, history: History): Promise<void> {
  const at = Date.now();
  const excusedUntil = await fault.strike();
  const healed = Date.now();
  await untilWhole(world);
  const until = Date.now();
  history.add({
    kind: 'strike',
    fault: fault.name,
    at,
    until,
    ...(excusedUntil === undefined ? {} : { excusedUntil }),
  });
  const fine = (op: Op): number => history.successesSince(op, at);
  const seconds = (from: number): string => `${((until - from) / 1_000).toFixed(1)} s`;
  console.log(
    `     ${fault.name}, ${seconds(at)}, of which ${seconds(healed)} until all was whole: ` +
      `${fine('event')} events and ${fine('token')} tokens meanwhile`,
  );
}

function reportSilence(history: History, op: 'token' | 'event', report: Report): void {
  const what = op === 'token' ? 'token' : 'event accepted';
  const silences = measureSilence(history.entries, op).toSorted((a, b) => b.ms - a.ms);
  const list = silences.map(inSeconds);
  const long = silences.filter(({ ms }) => ms > SILENCE_MS);
  report.check(
    `no 5 s without a ${what}`,
    silences.length > 0 && long.length === 0,
    list.slice(0, long.length).join('; '),
  );
  console.log(`     longest time without a ${what}: ${list.slice(0, SHOWN).join('; ')}`);
}

function inSeconds({ fault, ms }: { fault: string; ms: number }): string {
  return `${fault} ${(ms / 1_000).toFixed(1)} s`;
}

function describeHistory({ entries }: History): void {
  const effects = measureEffects(entries).toSorted((a, b) => b.ms - a.ms);
  console.log(
    `     longest time from an answer to the delivery of its effect: ${effects.map(inSeconds).slice(0, SHOWN).join('; ')}`,
  );
  const calls = entries.filter((each) => each.kind === 'call');
  const count = (op: Op): number =>
    calls.filter((each) => each.op === op && each.status < 300 && each.status > 0).length;
  const refused = calls.filter(({ status }) => status === 503 || status === 409).length;
  const cut = calls.filter(({ status }) => status === 0).length;
  const deliveries = entries.filter(({ kind }) => kind === 'delivery').length;
  console.log(
    `     ${calls.length} calls: ${count('event')} events, ${count('token')} tokens, ${count('make-user')} users, ` +
      `${refused} refused for a while, ${cut} without an answer; ${deliveries} deliveries`,
  );
}
