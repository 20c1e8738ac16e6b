// Linux counts CPU and memory by process. On other systems every figure is 0.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Memory {
  rssMb: number;
  /** A shared page counts in parts; 0 if we may not read it. */
  pssMb: number;
  /** PostgreSQL's buffers, of which each page counts from its first use. It is a part of the PSS. */
  sharedMb: number;
}

/** Linux reports this rate to user space on every architecture. */
const ticksPerSecond = 100;
/** Children may begin and end all the time. */
const mostAttempts = 10;

/** Seconds since the start of the process, with all its children: PostgreSQL has one per connection. */
export function cpuSeconds(pid: number): number {
  let most = 0;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const family = familyOf(pid);
    most = Math.max(
      most,
      family.reduce((sum, each) => sum + ownSeconds(each), 0),
    );
    // A child that ends meanwhile hands its seconds to its parent, which we may have read before. The sum is then too small.
    if (String(familyOf(pid)) === String(family)) break;
  }
  return most;
}

/** Its own, and those of its children that have ended. */
function ownSeconds(pid: number): number {
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = statOf(pid).slice(11, 15).map(Number);
  return (user + system + childrenUser + childrenSystem) / ticksPerSecond;
}

/** Context switches of the process and of each of its living children, with all their threads, by process id. */
function contextSwitches(pid: number): Map<number, number> {
  return new Map(familyOf(pid).map((each) => [each, switchesOf(each)]));
}

/** A child that ended meanwhile is left out: what it had counted before would be taken off the others. */
export function switchesBetween(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, switches]) => sum + switches - (before.get(pid) ?? 0), 0);
}

/** The CPU and context switches of processes until now, by name. */
export type Reading = Map<string, { cpu: number; switches: Map<number, number> }>;

export interface Use {
  cpuSeconds: number;
  switches: number;
}

export function readUse(pids: Record<string, number>): Reading {
  return new Map(
    Object.entries(pids).map(([name, pid]) => [name, { cpu: cpuSeconds(pid), switches: contextSwitches(pid) }]),
  );
}

/** The use of each process between two readings. */
export function useBetween(before: Reading, after: Reading): Map<string, Use> {
  const uses = new Map<string, Use>();
  for (const [name, { cpu, switches }] of after) {
    const from = before.get(name) ?? { cpu: 0, switches: new Map<number, number>() };
    uses.set(name, { cpuSeconds: cpu - from.cpu, switches: switchesBetween(from.switches, switches) });
  }
  return uses;
}

function switchesOf(pid: number): number {
  const statuses = threadsOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/status`));
  const switches = statuses.flatMap((text) => [...text.matchAll(/ctxt_switches:\s+(\d+)/g)]);
  return switches.reduce((sum, [, count]) => sum + Number(count), 0);
}

export function machineCpuSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = read('/proc/stat')
    .replace(/^cpu +/, '')
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softIrq + steal) / ticksPerSecond;
}

export function memoryOf(pid: number): Memory {
  const each = familyOf(pid).map((member) => read(`/proc/${member}/smaps_rollup`));
  const megabytes = (field: string): number =>
    each.reduce((sum, text) => sum + Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0), 0) / 1_024;
  return { rssMb: megabytes('Rss'), pssMb: megabytes('Pss'), sharedMb: megabytes('Pss_Shmem') };
}

/** The targets of all descriptors that the process and its living children hold; empty if we may not read them. */
export function descriptorsOf(pid: number): string[] {
  return familyOf(pid).flatMap((each) => {
    try {
      return readdirSync(`/proc/${each}/fd`).map((fd) => targetOf(`/proc/${each}/fd/${fd}`));
    } catch {
      return [];
    }
  });
}

/** The process and its living children. To look at every process of the machine would take a bench's own CPU. */
export function familyOf(pid: number): number[] {
  const children = threadsOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  if (children.length === 0) return existsSync('/proc/self/stat') ? [pid] : [];
  return [pid, ...children.flatMap((each) => each.split(' ').map(Number)).filter((child) => child > 0)];
}

/** Empty if the process has ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The fields after the name, which may hold any character: state, parent, … */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Empty if it was closed meanwhile. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** Empty if the process has ended or we may not read it. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
