import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lifeOf } from './child-process.ts';
import { candidatePorts, freePort, givenPorts } from './free-port.ts';

const kernelRange = '/proc/sys/net/ipv4/ip_local_port_range';

function take(count: number, ports: Generator<number>): number[] {
  return Array.from({ length: count }, () => Number(ports.next().value));
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('freePort', () => {
  it('gives no port twice, so that two servers of one process never get the same', async () => {
    const given: number[] = [];
    for (let n = 0; n < 500; n += 1) given.push(await freePort());
    expect(new Set(given).size).toBe(500);
  });

  it('tries other ports in each of several processes, so that none takes what another has looked at', () => {
    const tried = Array.from({ length: 50 }, (_, n) => take(64, candidatePorts(4_000 + n))).flat();
    expect(new Set(tried).size).toBe(50 * 64);
  });

  it('passes over what another process was given and does not use yet, until that process has ended', async () => {
    const next = (await freePort()) + 1;
    writeFileSync(join(givenPorts, String(next)), lifeOf(process.ppid) ?? '');
    expect(await freePort()).not.toBe(next);
    const later = (await freePort()) + 1;
    writeFileSync(join(givenPorts, String(later)), `${2 ** 22 + 1} 1`);
    expect(await freePort()).toBe(later);
  });

  it('gives what an earlier process left whose id came again, also to the process that has this id', async () => {
    for (const pid of [process.pid, process.ppid]) {
      const next = (await freePort()) + 1;
      writeFileSync(join(givenPorts, String(next)), `${pid} 1`);
      expect(await freePort()).toBe(next);
    }
  });

  it('stays below the ports that the kernel gives to outgoing connections', () => {
    const told = existsSync(kernelRange) ? Number.parseInt(readFileSync(kernelRange, 'utf8'), 10) : 0;
    const first = told > 11_000 ? told : 32_768;
    for (const pid of [1, 355, 356, 99_999, 4_194_304]) {
      const tried = take(30_000, candidatePorts(pid));
      expect(Math.min(...tried)).toBeGreaterThanOrEqual(10_000);
      expect(Math.max(...tried)).toBeLessThan(first);
    }
  });

  it('passes over ports that are taken, also when one is preferred', async () => {
    const port = await freePort();
    const servers = await Promise.all([port, port + 1, port + 2].map(listenOn));
    expect(await freePort(port)).toBeGreaterThan(port + 2);
    for (const server of servers) server.close();
  });

  it('gives the preferred port if it is free', async () => {
    const port = await freePort();
    expect(await freePort(port)).toBe(port);
  });
});
