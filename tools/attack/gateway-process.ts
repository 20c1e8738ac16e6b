import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasExited, lastLines, startChild, stopChild } from '../../libs/local-stack/src/processes/child-process.ts';
import { freePort } from '../../libs/local-stack/src/processes/free-port.ts';
import { layOut } from '../../libs/local-stack/src/layout.ts';
import { root } from '../bench/built.ts';
import { send, type Answer, type Sending } from './send.ts';
import { settings, settingsOf } from './settings.ts';
import { eventually, type World } from './world.ts';

export interface GatewayProcess {
  port: number;
  pid: number;
  send(sending: Sending): Promise<Answer>;
  log(): string;
  stop(): Promise<void>;
}

/** A gateway beside the stack's own, with other settings. `wrapper` is a command that runs it. */
export async function startGateway(
  world: World,
  changed: NodeJS.ProcessEnv = {},
  wrapper: readonly string[] = [],
): Promise<GatewayProcess> {
  const port = changed['PORT'] === undefined ? await freePort() : Number(changed['PORT']);
  const own = { PORT: String(port), [settings.metricsPort]: '0' };
  const env = { ...settingsOf(world.stack, 'gateway'), ...own, ...changed };
  const logFile = join(world.dir, `gateway-${randomUUID()}.log`);
  const script = layOut(root, world.dir).scripts.gateway;
  const child = await startChild(process.execPath, [script], {
    cwd: root,
    env,
    logFile,
    deathSignal: 'SIGKILL',
    wrapper,
  });
  const stop = (): Promise<void> => stopChild(child, 'SIGTERM', 5_000);
  try {
    await eventually(
      'another gateway',
      async () => {
        if (hasExited(child)) throw new Error(`the gateway ended:\n${lastLines(logFile)}`);
        return (await send(port, { path: '/readyz' })).status === 200 ? true : undefined;
      },
      30_000,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const log = (): string => readFileSync(logFile, 'utf8');
  const ask = async (sending: Sending): Promise<Answer> => {
    world.goOn();
    return send(port, sending);
  };
  const pid = child.pid ?? 0;
  return { port, pid, send: ask, log, stop };
}

export function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4_096) / 1_048_576;
}

export async function withGateway(
  world: World,
  changed: NodeJS.ProcessEnv,
  work: (gateway: GatewayProcess) => Promise<void>,
  wrapper: readonly string[] = [],
): Promise<void> {
  const gateway = await startGateway(world, changed, wrapper);
  try {
    await work(gateway);
  } finally {
    await gateway.stop();
  }
}
