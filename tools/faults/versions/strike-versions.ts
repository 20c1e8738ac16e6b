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
import { findReadersBehind } from './find-readers-behind.ts';
import { Listener } from './hear-events.ts';
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
const PACE = { users: 12, eventsPerSecond: 8, tokensPerSecond: 1, readsPerSecond: 2, newcomersPerSecond: 0.5 };
const DOWN_MS = 3_000;
/** The last calls must be answered in this time. A fault that never heals must not hold the stage. */
const LAST_CALLS_MS = 60_000;
const TOUR_MS = 90_000;
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
  const listener = await Listener.start();
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
    const run = { world, history, report, tour: new Tour(caller, world.provider, members, listener), begun };
    await upgrade(run, moreStrikes(plan)).catch((error: unknown) => {
      // The judge knows more about the cause.
      report.check('the upgrade came to its end', false, error instanceof Error ? error.message : String(error));
    });
    await stopLoad(load, report);
    await judge(run);
    await caller.close();
  } finally {
    receiver.stop();
    listener.stop();
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
  for (const newest of strikes) {
    await strike(run, newest);
    await world.untilReady(world.replicas);
  }
  await strike(run, SECOND);
  await world.retire('old');
  await world.untilReady(world.replicas);
  await lookAround(run, 'the new version alone');
}

/** The first fault ends the upgrade. */
async function lookAround({ tour, report, begun }: Run, when: string): Promise<void> {
  const tooLong = sleep(TOUR_MS, `no end after ${TOUR_MS / 1_000} s`, { ref: false });
  const fault = await Promise.race([tour.walk(), tooLong]).catch((error: unknown) => String(error));
  report.check(`each service works: ${when} (${secondsSince(begun)})`, fault === undefined, fault ?? '');
  if (fault !== undefined) throw new Error('a service does not work');
}

/** The old gateway survives them all, because a new one may call what only new services know. */
function moreStrikes({ seed, short }: { seed: number; short: boolean }): AppName[][] {
  const random = seedRandom(seed);
  return Array.from({ length: short ? 0 : MORE_STRIKES }, () =>
    shuffle(DATABASE_APPS, random).slice(0, FIRST.length + 1),
  );
}

/** Kills one of two replicas of a service, so that these run in the new version only, and all others in the old one. */
async function strike(run: Run, newest: readonly AppName[]): Promise<void> {
  const { world, history, report } = run;
  const survives = ({ app, version }: Replica): boolean => newest.includes(app) === (version === 'new');
  const kept = new Set(world.replicas.filter(survives).map(({ app }) => app));
  const killed = world.replicas.filter((each) => !survives(each) && kept.has(each.app));
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const at = Date.now();
  await Promise.all(killed.map(({ part }) => part.kill(() => held)));
  const state = `only ${newest.join(', ')} new, and only the others old`;
  try {
    await lookAround(run, state);
    await sleep(Math.max(0, at + DOWN_MS - Date.now()));
  } finally {
    release(undefined);
  }
  report.check('events were accepted meanwhile', history.successesSince('event', at) > 0, 'none');
  history.add({ kind: 'strike', fault: state, at, until: Date.now() });
}

async function stopLoad(load: Load, report: Report): Promise<void> {
  const answered = await Promise.race([load.stop().then(() => true), sleep(LAST_CALLS_MS, false)]);
  report.check('each call was answered in the end', answered, `some were not within ${LAST_CALLS_MS / 1_000} s`);
}

async function judge({ world, history, report, begun }: Run): Promise<void> {
  const behind = await findReadersBehind(world.nats);
  report.check('each fact was handled by each of its readers', behind.length === 0, some(behind));
  for (const row of await whenSettled(world, history.entries, TERMS)) history.add(row);
  for (const { promise, breaches } of judgeHistory(history.entries, TERMS))
    report.check(promise, breaches.length === 0, some(breaches));
  await checkDeadLetters(world, DATABASE_APPS, report);
  const violations = world.violations();
  report.check('NATS refused no service a subject', violations.length === 0, some(violations));
  const calls = history.entries.filter((each) => each.kind === 'call');
  const accepted = calls.filter(({ op, status }) => op === 'event' && status === 202);
  const deliveries = history.entries.filter(({ kind }) => kind === 'delivery');
  console.log(
    `     ${calls.length} calls, ${accepted.length} events accepted, ${deliveries.length} deliveries (${secondsSince(begun)})`,
  );
}

function secondsSince(moment: number): string {
  return `${Math.round((Date.now() - moment) / 1_000)} s`;
}
