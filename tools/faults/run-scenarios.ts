import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from './report-checks.ts';
import { EVERYTHING_AT_ONCE, FAULTS, type Fault } from './kill-parts.ts';
import { describeRecovery, observeRecovery, type Recovery } from './observe-recovery.ts';
import { isFailure, type Attempt, type Ledger } from './record-attempts.ts';
import { shuffle } from './seed-random.ts';
import type { World } from './world/start-world.ts';

export interface Run {
  world: World;
  ledger: Ledger;
  report: Report;
  random: () => number;
  recoveries: Recovery[];
  /** Called between faults, when all parts run. */
  betweenFaults: () => Promise<void>;
}

const BYSTANDERS = ['campaigns', 'webhooks', 'segments', 'cards', 'mail'];
const ALL = ['postgres', 'nats', 'gateway', 'events', 'identity', 'consumer', ...BYSTANDERS];

/** Promise 3: events are accepted while all parts that the intake does not need are down. */
export async function keepBystandersDown({ world, ledger, report }: Run, forMs: number): Promise<void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const from = Date.now();
  await Promise.all(BYSTANDERS.map((name) => world.part(name).kill(() => held)));
  await sleep(forMs);
  const attempts = ledger.endedSince(from);
  release();
  const failed = attempts.filter(isFailure);
  report.check(
    `all ${attempts.length} events were accepted at once while ${BYSTANDERS.join(', ')} were down`,
    attempts.length > 0 && failed.length === 0,
    kinds(failed),
  );
}

/** Runs each kind of fault `rounds` times, in random order and at random moments; at the end, several at once. */
export async function strikeInTurn(run: Run, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round += 1)
    for (const fault of shuffle(FAULTS, run.random)) await strike(run, fault);
  await strike(run, EVERYTHING_AT_ONCE);
}

async function strike(run: Run, fault: Fault): Promise<void> {
  const { world, ledger, report, recoveries } = run;
  await run.betweenFaults();
  await sleep(100 + 900 * run.random());
  const at = Date.now();
  await fault.strike(world);
  const recovery = await observeRecovery(ledger, fault.name, at, () => allUp(world));
  recoveries.push(recovery);
  console.log(`     ${describeRecovery(recovery)}`);
  if (fault.unnoticed)
    report.check(`no sender noticed kill -9 of ${fault.name}`, recovery.failures === 0, describeRecovery(recovery));
}

/** SIGTERM to the gateway while it holds requests: events is frozen, so requests wait. All of them must be answered. */
export async function endGatewayGracefully(run: Run): Promise<void> {
  const { world, ledger, report } = run;
  await run.betweenFaults();
  const events = world.part('events').pid();
  const gateway = world.part('gateway').pid();
  if (events === undefined || gateway === undefined) throw new Error('the stack is not up');
  process.kill(events, 'SIGSTOP');
  const frozenAt = Date.now();
  await sleep(500);
  const at = Date.now();
  process.kill(gateway, 'SIGTERM');
  await sleep(500);
  process.kill(events, 'SIGCONT');
  run.recoveries.push(await awaitRecovery(run, 'gateway (SIGTERM)', at, 'gateway', gateway));
  // Bytes that arrived just before the signal may still be unread in a socket.
  const held = ledger.endedSince(at).filter(({ begun }) => begun >= frozenAt && begun < at - 100);
  const failed = held.filter(isFailure);
  report.check(
    `the ${held.length} requests in the gateway when it got SIGTERM were answered`,
    held.length > 0 && failed.length === 0,
    kinds(failed),
  );
}

/** SIGTERM to events. It must answer every call that it has taken; while it is away, the gateway answers 503 at once. */
export async function endEventsGracefully(run: Run): Promise<void> {
  const { world, ledger, report } = run;
  await run.betweenFaults();
  const pid = world.part('events').pid();
  if (pid === undefined) throw new Error('the stack is not up');
  const at = Date.now();
  process.kill(pid, 'SIGTERM');
  run.recoveries.push(await awaitRecovery(run, 'events (SIGTERM)', at, 'events', pid));
  // A call without an answer ends after five seconds. Later calls belong to the next process.
  const held = ledger.endedSince(at).filter(({ begun }) => begun <= at);
  const bad = held.filter(({ outcome }) => outcome.kind !== 'accepted' && outcome.kind !== 'unavailable');
  const slow = held.filter(({ begun, ended }) => ended - begun > 4_000);
  report.check(
    'SIGTERM to events left no call without an answer',
    bad.length === 0 && slow.length === 0,
    `${kinds(bad)}; ${slow.length} waited for longer than 4 s`,
  );
}

async function awaitRecovery(run: Run, name: string, at: number, part: string, pid: number): Promise<Recovery> {
  const { world, ledger } = run;
  const restarted = (): boolean => allUp(world) && world.part(part).pid() !== pid;
  const recovery = await observeRecovery(ledger, name, at, restarted);
  console.log(`     ${describeRecovery(recovery)}`);
  return recovery;
}

function allUp(world: World): boolean {
  return ALL.every((name) => world.part(name).pid() !== undefined);
}

function kinds(attempts: readonly Attempt[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of attempts) {
    const what = 'what' in outcome ? `${outcome.kind} (${outcome.what})` : outcome.kind;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none failed';
}
