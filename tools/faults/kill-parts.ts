import { readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from '../../libs/local-stack/src/processes/child-process.ts';
import type { World } from './world/start-world.ts';

export interface Fault {
  name: string;
  /** Resolves when every killed process is dead. The supervisor starts it again. */
  strike(world: World): Promise<void>;
  /** Events must be accepted throughout, without a failure. */
  unnoticed?: true;
}

/** Longer than the gateway remembers a user. */
const IDENTITY_AWAY_MS = 6_000;

export const FAULTS: readonly Fault[] = [
  { name: 'gateway', strike: (world) => world.part('gateway').kill() },
  { name: 'events', strike: (world) => world.part('events').kill() },
  { name: 'consumer', strike: (world) => world.part('consumer').kill(), unnoticed: true },
  {
    name: 'identity',
    strike: (world) => world.part('identity').kill(() => sleep(IDENTITY_AWAY_MS)),
    unnoticed: true,
  },
  { name: 'postgres', strike: killPostgres },
  { name: 'nats', strike: (world) => world.part('nats').kill() },
  { name: 'nats, its data removed', strike: killNatsWithData },
  { name: 'nats, its last moment lost', strike: (world) => setNatsBack(world, 300) },
  { name: 'nats, its last seconds lost', strike: (world) => setNatsBack(world, 2_000) },
];

export const EVERYTHING_AT_ONCE: Fault = {
  name: 'postgres, nats with its data, and events at once',
  strike: async (world) => {
    await Promise.all([killPostgres(world), killNatsWithData(world), world.part('events').kill()]);
  },
};

export async function killNatsWithData(world: World): Promise<void> {
  await world.part('nats').kill(() => rm(natsData(world), { recursive: true }));
}

/** Like a power cut: NATS does not sync what it acknowledges, and returns in an earlier state. */
async function setNatsBack(world: World, lostMs: number): Promise<void> {
  const part = world.part('nats');
  const earlier = join(world.dir, 'nats-earlier');
  await whileFrozen(part.pid(), () => cp(natsData(world), earlier, { recursive: true }));
  await sleep(lostMs);
  await part.kill(async () => {
    await rm(natsData(world), { recursive: true });
    await cp(earlier, natsData(world), { recursive: true });
    await rm(earlier, { recursive: true });
  });
}

/** Kills the server with its sessions, as a power cut does. */
export async function killPostgres(world: World): Promise<void> {
  const part = world.part('postgres');
  const pid = part.pid();
  if (pid === undefined) throw new Error('postgres is not up');
  killSessions(pid);
  await part.kill();
}

/** Freezes PostgreSQL and kills its sessions, which would otherwise outlive the killed server for a while. */
export function killSessions(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  for (const child of childrenOf(pid)) if (commandLine(child).startsWith('postgres')) end(child);
}

function natsData(world: World): string {
  return join(world.stack.describe().data_dir, 'nats');
}

export async function whileFrozen(pid: number | undefined, work: () => Promise<void>): Promise<void> {
  if (pid === undefined) throw new Error('the process to freeze is not running');
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Only Linux lists the sessions; on other systems they end by themselves. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended before.
  }
}
