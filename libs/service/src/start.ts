import type { Class } from '@ces/contracts/rpc';
import { NatsServer } from '@ces/messaging/nats-server';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigFault, readConfig, type AppConfig, type DatabaseConfig } from './config/config.js';
import { migrate, migrationUrl, type Schema } from './database/database.js';
import { Health } from './health.js';
import { closeIdleAtTheEnd } from './http/close-idle.js';
import { JsonLogger } from './logging/logger.js';
import { MetricsServer } from './metrics.js';
import { ServiceModule } from './service.module.js';

export interface Service<C extends DatabaseConfig> {
  name: string;
  config: Class<C>;
  schema: Schema;
  modules: (Type | DynamicModule)[];
  /** Commands beside `migrate`. */
  commands?: Record<string, (app: NestFastifyApplication, env: NodeJS.ProcessEnv) => Promise<void>>;
}

/** Runs a service: `node main.js` serves, `node main.js migrate` prepares the database and ends. */
export async function start<C extends DatabaseConfig>(service: Service<C>): Promise<void> {
  await orExplain(async () => {
    const env = process.env;
    const config = readConfig(service.config, env);
    const command = process.argv[2];
    if (command === 'migrate') {
      const done = await migrate(migrationUrl(config), service.schema);
      console.log(done.length > 0 ? `${service.name}: migrated ${done.join(', ')}` : `${service.name}: up to date`);
      return;
    }
    const run = command === undefined ? undefined : service.commands?.[command];
    if (command !== undefined && !run) throw new ConfigFault(`${service.name} knows no command "${command}"`);
    const app = await createService(service, config);
    if (run) {
      await app.init();
      await run(app, env);
      await app.close();
      return;
    }
    await listen(app, config);
    endGracefully(app);
  });
}

/** The app with its transport attached, before it listens. Specs start services with it too. */
export async function createService<C extends DatabaseConfig>(
  service: Service<C>,
  config: C,
): Promise<NestFastifyApplication> {
  @Module({
    imports: [ServiceModule.forDatabase(service.name, service.config, config, service.schema), ...service.modules],
  })
  class Root {}
  const logger = new JsonLogger(service.name, config.LOG_LEVEL);
  // Requests that arrive while the app begins to close are answered.
  const adapter = new FastifyAdapter({ return503OnClosing: false });
  const app = await NestFactory.create<NestFastifyApplication>(Root, adapter, {
    logger,
    abortOnError: false,
  });
  closeIdleAtTheEnd(app.getHttpAdapter().getInstance());
  app.connectMicroservice({ strategy: app.get(NatsServer) });
  await app.startAllMicroservices();
  return app;
}

/** Listens for metrics first, because that port may be taken. */
export async function listen(app: NestFastifyApplication, { PORT, HOST }: AppConfig): Promise<void> {
  await app.get(MetricsServer).listen();
  await app.listen(PORT, HOST);
}

/** The reaction to a signal. A process that has not started yet ends at once, also where it is process 1. */
let onSignal = (): void => process.exit(143);

/** Ends in this order: not ready, finish requests in flight, leave NATS, close the database. A second signal is ignored. */
export function endGracefully(app: NestFastifyApplication, drainMs = 0): void {
  let ending = false;
  onSignal = () => {
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
  };
}

/** Runs `main`. A fault of the configuration ends the process with its message, without a stack, and exit code 78. */
export async function orExplain(main: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      onSignal();
    });
  }
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ConfigFault ? error.message : error);
    process.exit(error instanceof ConfigFault ? 78 : 1);
  }
}
