import type { ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasExited, lastLines, startChild } from '../../libs/local-stack/src/processes/child-process.ts';
import { findNatsServer } from '../../libs/local-stack/src/nats/find-nats-server.ts';
import { freePort } from '../../libs/local-stack/src/processes/free-port.ts';

export interface ComposeNats {
  url: string;
  process: ChildProcess;
}

interface Container {
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
}

/** Runs the command of Compose's `nats` without a container, on free ports, with its files in `tree`. */
export async function startComposeNats(container: Container, root: string, tree: string): Promise<ComposeNats> {
  const { command = [], environment = {}, volumes = [] } = container;
  const [from = '', to = ''] = volumes.find((volume) => volume.startsWith('./'))?.split(':') ?? [];
  const own = join(tree, 'nats');
  cpSync(join(root, from), own, { recursive: true });
  const [port, monitoring] = [await freePort(), await freePort()];
  const conf = readFileSync(join(own, 'nats.conf'), 'utf8')
    .replace('port: 4222', `port: ${port}`)
    .replace('http_port: 8222', `http_port: ${monitoring}`)
    .replace('"/data"', JSON.stringify(join(own, 'data')));
  writeFileSync(join(own, 'nats.conf'), conf);

  const [program = '', ...args] = command.map((word) => word.replace(to, own));
  const path = `${dirname(findNatsServer())}:${process.env['PATH'] ?? ''}`;
  const env = { ...environment, TMPDIR: own, PATH: path };
  const logFile = join(tree, 'nats.log');
  const child = await startChild(program, args, { env, logFile, deathSignal: 'SIGKILL' });
  while (!(await isHealthy(monitoring))) {
    if (hasExited(child)) throw new Error(`nats does not start; its last log lines:\n${lastLines(logFile)}`);
    await sleep(20);
  }
  return { url: `nats://127.0.0.1:${port}`, process: child };
}

function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
