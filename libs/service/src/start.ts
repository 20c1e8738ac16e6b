import type { Class } from '@ces/contracts/rpc';
import { NatsServer } from '@ces/messaging/nats-server';
import { Logger, Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { readConfig, settingsOf, type AppConfig, type DatabaseConfig } from './config/config.js';
import { unknownSettings } from './config/unknown-settings.js';
import type { Schema } from './database/database.js';
import { Health } from './health.js';
import { endConnections } from './http/end-connections.js';
import { JsonLogger } from './logging/logger.js';
import { MetricsServer } from './metrics.js';
import { NotReadyServer } from './opening/not-ready-server.js';
import { untilSchemaFits, untilSchemaIsUnfit } from './opening/schema-gate.js';
import { continueAfter, onSignal, unknownCommand } from './main-process.js';
import { ServiceModule } from './service.module.js';

export interface Service<C extends DatabaseConfig> {
  name: string;
  config: Class<C>;
  schema: Schema;
  modules: (Type | DynamicModule)[];
  /** Commands beside `migrate`, by all their words, such as `reconcile --repair`. */
  commands?: Record<string, Command>;
}

/** `options` holds the words like `--name=value`. */
export type Command = (
  app: INestApplicationContext,
  env: NodeJS.ProcessEnv,
  options: Record<string, string>,
) => Promise<void>;

/** `node main.js` serves, and the words of a command of the service run that command. `migrate` is in run.ts. */
export async function start<C extends DatabaseConfig>(service: Service<C>): Promise<void> {
  const { words, options } = wordsOf(process.argv.slice(2));
  if (words === '') return serve(service, settingsToServe(service.name, service.config));
  const run = service.commands?.[words];
  if (!run) throw unknownCommand(service.name);
  return runCommand(service, readConfig(service.config, process.env), (app, env) => run(app, env, options));
}

function wordsOf(args: string[]): { words: string; options: Record<string, string> } {
  const isOption = (word: string): boolean => /^--[a-z-]+=/.test(word);
  const pairs = args.filter(isOption).map((word): [string, string] => {
    const at = word.indexOf('=');
    return [word.slice(2, at), word.slice(at + 1)];
  });
  return { words: args.filter((word) => !isOption(word)).join(' '), options: Object.fromEntries(pairs) };
}

/** The log names variables that look like settings but are not. */
export function settingsToServe<C extends AppConfig>(app: string, shape: Class<C>): Readonly<C> {
  const config = readConfig(shape, process.env);
  const logger = new JsonLogger(app, config.LOG_LEVEL);
  for (const line of unknownSettings(app, settingsOf(shape), process.env)) logger.warn(line, 'Settings');
  return config;
}

/**
 * Runs a command beside the replicas of the service. The app is not initialized, so it takes no call, fact or chore,
 * and a signal may end it at any moment.
 */
async function runCommand<C extends DatabaseConfig>(
  service: Service<C>,
  config: C,
  run: (app: INestApplicationContext, env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const logger = new JsonLogger(service.name, config.LOG_LEVEL);
  await untilSchemaFits(config, service.schema, ({ reason }) => {
    logger.error(`${reason}; waiting`, 'Start');
  });
  const app = await createApp(service, config);
  await run(app, process.env);
  await app.close();
}

/**
 * Serves while the schema fits. Before that, and after a migration or a restored database has changed it, the app
 * answers only /livez and /readyz: it takes no call, no fact and no chore.
 */
async function serve<C extends DatabaseConfig>(service: Service<C>, config: C): Promise<void> {
  for (;;) {
    const app = await open(service, config);
    endGracefully(app, config.DRAIN_SECONDS * 1_000);
    const reason = await untilSchemaIsUnfit(app.get(DataSource));
    app.get(Health).drain();
    new Logger('Start').error(`${reason}; this process stops its work`);
    await continueAfter(app.close());
  }
}

async function open<C extends DatabaseConfig>(service: Service<C>, config: C): Promise<NestFastifyApplication> {
  const logger = new JsonLogger(service.name, config.LOG_LEVEL);
  const meanwhile = await NotReadyServer.open(config);
  await untilSchemaFits(config, service.schema, (obstacle) => {
    meanwhile.tell(obstacle);
    logger.error(`${obstacle.reason}; waiting`, 'Start');
  });
  meanwhile.tell({ checks: { database: true, schema: true }, reason: 'the service starts' });
  const app = await createService(service, config);
  await app.init();
  await meanwhile.close();
  await listen(app, config);
  return app;
}

/** The app with its transport attached, before it listens. Specs use it too. */
export async function createService<C extends DatabaseConfig>(
  service: Service<C>,
  config: C,
): Promise<NestFastifyApplication> {
  const app = await createApp(service, config);
  endConnections(app.getHttpAdapter().getInstance(), app.get(Health));
  app.connectMicroservice({ strategy: app.get(NatsServer) });
  await app.startAllMicroservices();
  return app;
}

async function createApp<C extends DatabaseConfig>(service: Service<C>, config: C): Promise<NestFastifyApplication> {
  @Module({
    imports: [ServiceModule.forDatabase(service.name, service.config, config, service.schema), ...service.modules],
  })
  class Root {}
  const logger = new JsonLogger(service.name, config.LOG_LEVEL);
  // Requests that arrive while the app begins to close are answered.
  const adapter = new FastifyAdapter({ return503OnClosing: false });
  return NestFactory.create<NestFastifyApplication>(Root, adapter, { logger, abortOnError: false });
}

/** Listens for metrics first, because that port may be taken. */
export async function listen(app: NestFastifyApplication, { PORT, HOST }: AppConfig): Promise<void> {
  await app.get(MetricsServer).listen();
  await app.listen(PORT, HOST);
}

/** The order: not ready, finish requests under way, leave NATS, close the database. A second signal is ignored. */
export function endGracefully(app: NestFastifyApplication, drainMs: number): void {
  let ending = false;
  onSignal(() => {
    if (ending) return;
    ending = true;
    app.get(Health).drain();
    sleep(drainMs)
      .then(() => app.close())
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
  });
}
