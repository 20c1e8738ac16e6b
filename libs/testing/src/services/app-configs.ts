import type { Class } from '@ces/contracts/rpc';
import { AppConfig, DatabaseConfig, settingsOf } from '@ces/service/config/config';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../../apps');

/** The names of the apps that are services. The console and the command line have no settings. */
export const apps = readdirSync(folder).filter((app) => existsSync(join(folder, app, `src/${app}.module.ts`)));

const configs = await eachApp(findConfig);

/** The class with an app's settings. */
export function configOf(app: string): Class<AppConfig> {
  return configs[app] ?? AppConfig;
}

/** The names of an app's settings. */
export function settingsOfApp(app: string): string[] {
  return settingsOf(configOf(app));
}

export async function eachApp<T>(work: (app: string) => Promise<T>): Promise<Record<string, T>> {
  return Object.fromEntries(await Promise.all(apps.map(async (app) => [app, await work(app)] as const)));
}

/** The class in apps/x/src/x.config.ts; an app without that file has only what every app with a database reads. */
async function findConfig(app: string): Promise<Class<AppConfig>> {
  const file = join(folder, `${app}/src/${app}.config.ts`);
  const found = existsSync(file)
    ? Object.values((await import(file)) as Record<string, Class<AppConfig>>)
    : [DatabaseConfig];
  return found.find((one) => one.prototype instanceof AppConfig) ?? AppConfig;
}
