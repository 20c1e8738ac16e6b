// More replicas of each app beside those of the private stack.
import { APPS, LOOPBACK, youngSpaceOf, type AppName } from '../../libs/local-stack/src/apps.ts';
import { layOut } from '../../libs/local-stack/src/layout.ts';
import { startChild } from '../../libs/local-stack/src/processes/child-process.ts';
import { freePort } from '../../libs/local-stack/src/processes/free-port.ts';
import { supervise, type SupervisedPart } from '../../libs/local-stack/src/processes/supervise.ts';
import { waitUntilReady } from '../../libs/local-stack/src/processes/wait-until-ready.ts';
import { environmentOfRunning } from '../../libs/local-stack/src/running-environment.ts';
import type { Stack } from '../../libs/local-stack/src/stack.ts';
import { root } from './built.ts';

export interface Replicas {
  /** The ports of the further gateways. */
  ports: number[];
  processes: Record<string, number>;
  stop(): Promise<void>;
}

interface Replica {
  name: string;
  app: AppName;
  port: number;
  url: string;
  logFile: string;
  part: SupervisedPart;
}

/** Starts so many that each app has `count` replicas. */
export async function startReplicas(stack: Stack, count: number, signal: AbortSignal): Promise<Replicas> {
  const wanted = Array.from({ length: count - 1 }, (_, place) => APPS.map((app) => [app, place + 2] as const)).flat();
  const replicas: Replica[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(replicas.map(({ part }) => part.stop()));
  };
  try {
    for (const [app, number] of wanted) replicas.push(await startReplica(stack, app, `${app}-${number}`));
    await waitUntilReady(replicas, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ports: replicas.filter(({ app }) => app === 'gateway').map(({ port }) => port),
    processes: Object.fromEntries(replicas.map(({ name, part }) => [name, part.pid() ?? 0])),
    stop,
  };
}

async function startReplica(stack: Stack, app: AppName, name: string): Promise<Replica> {
  const layout = layOut(root, stack.describe().data_dir);
  const [port, metrics] = [await freePort(), await freePort()];
  const given = environmentOfRunning(app, layout, process.env);
  const env = { ...given, PORT: String(port), METRICS_PORT: String(metrics), NODE_OPTIONS: '' };
  const logFile = layout.logFile(name);
  const start = () =>
    startChild(process.execPath, [youngSpaceOf(app), layout.scripts[app]], {
      cwd: root,
      env,
      logFile,
      deathSignal: 'SIGKILL',
    });
  const part = await supervise(
    { name, stopSignal: 'SIGTERM', killSignal: 'SIGKILL', start },
    { changed: () => undefined, warn: console.error },
  );
  return { name, app, port, url: `http://${LOOPBACK}:${port}`, logFile, part };
}
