import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifeOf } from './child-process.ts';

const FIRST = 10_000;
/** The ports that a process tries before it comes to those of the process with the next id. */
const PER_PROCESS = 64;

const untried = candidatePorts(process.pid);

const ownLife = lifeOf(process.pid) ?? String(process.pid);

/** Holds a file for each port that was given, with the process that asked for it. */
export const givenPorts = join(tmpdir(), `ces-ports-${process.getuid?.() ?? 'all'}`);

/** A port that no server uses, and that no other process was given, as long as this one runs. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const port = untried.next().value;
    if (claim(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`no free port found between ${FIRST} and ${firstOutgoingPort()}`);
}

/** Two processes may look at the same port before one of them listens, so the first one leaves its name. */
function claim(port: number): boolean {
  const file = join(givenPorts, String(port));
  try {
    mkdirSync(givenPorts, { recursive: true });
    if (isLeftBehind(file)) rmSync(file, { force: true });
    writeFileSync(file, ownLife, { flag: 'wx' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

/** An earlier process of the same id does not count: it tried the same ports, and its files would hold them for ever. */
function isLeftBehind(file: string): boolean {
  try {
    const life = readFileSync(file, 'utf8');
    return lifeOf(Number.parseInt(life, 10)) !== life;
  } catch {
    return false;
  }
}

/**
 * The ports that a process tries, in its order. All lie below the ports of outgoing connections, so that none of these takes
 * a port before its server listens or while its server restarts.
 */
export function* candidatePorts(pid: number): Generator<number, number> {
  const count = firstOutgoingPort() - FIRST;
  for (let n = pid * PER_PROCESS; ; n += 1) yield FIRST + (n % count);
}

/** Linux tells it. Elsewhere, and where hardly a port lies below it, the usual value has to do. */
function firstOutgoingPort(): number {
  const usual = 32_768;
  try {
    const first = Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10);
    return first > FIRST + 1_000 ? first : usual;
  } catch {
    return usual;
  }
}

export async function isPortFree(port: number, hosts: readonly string[] = ['127.0.0.1']): Promise<boolean> {
  for (const host of hosts) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has no `::`.
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL');
    });
    server.listen({ port, host, exclusive: true }, () =>
      server.close(() => {
        resolve(true);
      }),
    );
  });
}
