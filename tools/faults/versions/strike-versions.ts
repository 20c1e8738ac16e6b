// An upgrade from the last release to this tree under load: the old replicas alone, the new ones beside them, kills in
// between, and the new ones alone. A judge follows.
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { APPS, DATABASE_APPS, type AppName } from '../../../libs/local-stack/src/apps.ts';
import { checkDeadLetters } from '../check-promises.ts';
import { GatewayCaller } from '../cluster/call-gateways.ts';
import { whenSettled } from '../cluster/collect-rows.ts';
import { History } from '../cluster/history.ts';
import { judgeHistory } from '../cluster/judge-history.ts';
import { Load } from '../cluster/keep-calling.ts';
import { prepareCampaigns, TERMS } from '../cluster/prepare-campaigns.ts';
import { Receiver } from '../cluster/receive-deliveries.ts';
import { some, type Report } from '../report-checks.ts';
import { seedRandom, shuffle } from '../seed-random.ts';
import { buildCopy } from '../world/build-copy.ts';
import { buildRelease } from './build-release.ts';
import { findCommit, readNewestRelease } from './last-release.ts';
import { Tour } from './tour-services.ts';
import { VersionsWorld, type Replica } from './versions-world.ts';

interface Run {
  world: VersionsWorld;
  history: History;
  report: Report;
  tour: Tour;
  begun: number;
}

const root = resolve(import.meta.dirname, '../../..');
const PACE = { users: 16, eventsPerSecond: 12, tokensPerSecond: 2, readsPerSecond: 2, newcomersPerSecond: 0.6 };
const DOWN_MS = 3_000;
/** The last calls must be answered in this time. A fault that never heals must not hold the stage. */
const LAST_CALLS_MS = 60_000;
const MORE_STRIKES = 10;
/** Most facts go from one half to the other. */
const FIRST: readonly AppName[] = ['identity', 'campaigns'];
const SECOND = DATABASE_APPS.filter((app) => !FIRST.includes(app));

export async function strikeVersions(
  dir: string,
  plan: { seed: number; short: boolean },
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const release = readNewestRelease(root);
  const commit = findCommit(root, release);
  console.log(`     the last release is ${release.version}, commit ${commit}`);
  const begun = Date.now();
  const builds = { old: join(dir, 'release'), new: join(dir, 'build') };
  const world = new VersionsWorld(builds, join(dir, 'data'), signal);
  const history = new History(join(dir, 'history.jsonl'));
  const receiver = await Receiver.start(history);
  try {
    await Promise.all([
      buildRelease(root, commit, builds.old, signal),
      buildCopy(root, dir, signal),
      world.startServers(),
    ]);
    await world.migrate('old');
    await world.seed('old');
    await world.start('old', APPS);
    const members = await prepareCampaigns(world, receiver.url);
    const caller = new GatewayCaller(world.gateways, history, world.admin, world.provider);
    const load = new Load(caller, seedRandom(plan.seed + 1));
    await load.start(PACE, members);
    const run = { world, history, report, tour: new Tour(caller, world.provider, members), begun };
    await upgrade(run, moreStrikes(plan));
    await stopLoad(load, report);
    await judge(run);
    await caller.close();
  } finally {
    receiver.stop();
    history.close();
    await world.stop();
  }
}

/** Services are upgraded in two halves, and the gateway last. */
async function upgrade(run: Run, strikes: AppName[][]): Promise<void> {
  const { world } = run;
  await lookAround(run, 'the last release alone');
  await world.migrate('new');
  await lookAround(run, 'the last release on the new schema');
  await world.start('new', FIRST);
  await strike(run, FIRST);
  await world.start('new', SECOND);
  await world.start('new', ['gateway']);
  await lookAround(run, 'one replica of each service in both versions');
  await strike(run, SECOND);
  for (const newest of strikes) await strike(run, newest);
  await world.retire('old');
  await lookAround(run, 'the new version alone');
}

async function lookAround({ tour, report, begun }: Run, when: string): Promise<void> {
  const amiss = await tour.walk();
  report.check(
    `each service works: ${when} (${Math.round((Date.now() - begun) / 1_000)} s)`,
    amiss.length === 0,
    some(amiss),
  );
}

/** The old gateway survives them all, because a new one may call what only new services know. */
function moreStrikes({ seed, short }: { seed: number; short: boolean }): AppName[][] {
  const random = seedRandom(seed);
  return Array.from({ length: short ? 0 : MORE_STRIKES }, () =>
    shuffle(DATABASE_APPS, random).slice(0, FIRST.length + 1),
  );
}

/** Kills one of two replicas of a service, so that these run in the new version only, and all others in the old one. */
async function strike({ world, history, report, ...rest }: Run, newest: readonly AppName[]): Promise<void> {
  const survives = ({ app, version }: Replica): boolean => newest.includes(app) === (version === 'new');
  const kept = new Set(world.replicas.filter(survives).map(({ app }) => app));
  const killed = world.replicas.filter((each) => !survives(each) && kept.has(each.app));
  const at = Date.now();
  await Promise.all(killed.map(({ part }) => part.kill(() => sleep(DOWN_MS))));
  await sleep(DOWN_MS);
  const events = history.successesSince('event', at);
  await world.untilReady(world.replicas);
  const name = `only ${newest.join(', ')} were new, and only the others old`;
  history.add({ kind: 'strike', fault: name, at, until: Date.now() });
  report.check(`events were accepted while ${name}`, events > 0, 'none');
  await lookAround({ world, history, report, ...rest }, 'after the kill');
}

async function stopLoad(load: Load, report: Report): Promise<void> {
  const answered = await Promise.race([load.stop().then(() => true), sleep(LAST_CALLS_MS, false)]);
  report.check('each call was answered in the end', answered, `some were not within ${LAST_CALLS_MS / 1_000} s`);
}

async function judge({ world, history, report }: Run): Promise<void> {
  for (const row of await whenSettled(world, history.entries, TERMS)) history.add(row);
  for (const { promise, breaches } of judgeHistory(history.entries, TERMS))
    report.check(promise, breaches.length === 0, some(breaches));
  await checkDeadLetters(world, DATABASE_APPS, report);
  const violations = world.violations();
  report.check('NATS refused no service a subject', violations.length === 0, some(violations));
  const calls = history.entries.filter((each) => each.kind === 'call');
  const accepted = calls.filter(({ op, status }) => op === 'event' && status === 202);
  const deliveries = history.entries.filter(({ kind }) => kind === 'delivery');
  console.log(`     ${calls.length} calls, ${accepted.length} events accepted, ${deliveries.length} deliveries`);
}
