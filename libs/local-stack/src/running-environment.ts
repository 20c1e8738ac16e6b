import { existsSync } from 'node:fs';
import { environmentOf, LOOPBACK, type AppName, type PortName } from './apps.ts';
import { readJson, type Secrets } from './kept-settings.ts';
import type { Layout } from './layout.ts';
import { databaseUrls } from './postgres/databases.ts';
import type { StackFile } from './stack-file.ts';

/** For a command that runs beside an app of a running stack. */
export function environmentOfRunning(app: AppName, layout: Layout, base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { stackFile, kept } = layout;
  if (!existsSync(stackFile)) throw new Error(`${stackFile} is missing: no installation of \`npm start\` runs here.`);
  const { base_url } = readJson(stackFile) as StackFile;
  const secrets = readJson(kept('secrets.json')) as Secrets;
  const privatePorts = readJson(kept('ports.json')) as Record<Exclude<PortName, 'gateway'>, number>;
  const ports = { ...privatePorts, gateway: Number(new URL(base_url).port) };
  const server = `postgres://${LOOPBACK}:${ports.postgres}`;
  const databases = { [app]: databaseUrls(server, app, secrets.databases[app] ?? '').runtime };
  return environmentOf(app, { ports, publicUrl: base_url, databases }, secrets, base);
}
