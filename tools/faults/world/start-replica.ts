import { DATABASE_APPS, environmentOf, metricsPort, type Addresses } from '../../../libs/local-stack/src/apps.ts';
import { startChild } from '../../../libs/local-stack/src/processes/child-process.ts';
import { createDatabases, servingUrls } from '../../../libs/local-stack/src/postgres/databases.ts';
import { freePort } from '../../../libs/local-stack/src/processes/free-port.ts';
import { readJson, type Secrets } from '../../../libs/local-stack/src/kept-settings.ts';
import { layOut } from '../../../libs/local-stack/src/layout.ts';
import { supervise, type SupervisedPart } from '../../../libs/local-stack/src/processes/supervise.ts';
import { waitUntilReady } from '../../../libs/local-stack/src/processes/wait-until-ready.ts';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';

export type DatabaseApp = (typeof DATABASE_APPS)[number];

export interface Surroundings {
  build: string;
  stack: Stack;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  log: (line: string) => void;
}

export interface Replica {
  url: string;
  metrics: string;
  part: SupervisedPart;
}

export async function startReplica(app: DatabaseApp, surroundings: Surroundings): Promise<Replica> {
  const { build, stack, env, signal, log } = surroundings;
  const { data_dir, base_url: publicUrl } = stack.describe();
  const layout = layOut(build, data_dir);
  const secrets = readJson(layout.kept('secrets.json')) as Secrets;
  const [port, metrics] = [await freePort(), await freePort()];
  const kept = readJson(layout.kept('ports.json')) as Addresses['ports'];
  const ports = { ...kept, [app]: port, [metricsPort(app)]: metrics };
  const databases = servingUrls(await createDatabases(stack.privateUrls.postgres, secrets.databases));
  const own = environmentOf(app, { ports, publicUrl, databases }, secrets, env);
  const [name, script] = [`${app}-replica`, layout.scripts[app]];
  const options = { cwd: build, env: own, logFile: layout.logFile(name), deathSignal: 'SIGKILL' } as const;
  const start = () => startChild(process.execPath, [script], options);
  const part = await supervise(
    { name, stopSignal: 'SIGTERM', killSignal: 'SIGKILL', start, longestDelayMs: 200 },
    { changed: () => undefined, warn: log },
  );
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady([{ part, url, logFile: options.logFile }], signal);
  } catch (error) {
    await part.stop();
    throw error;
  }
  return { url, metrics: `http://127.0.0.1:${metrics}/metrics`, part };
}
