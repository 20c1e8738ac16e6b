import type { Rpc } from '@ces/contracts/rpc';
import type { Bus } from '@ces/messaging/calls/bus';
import { NatsServer } from '@ces/messaging/nats-server';
import type { DatabaseConfig } from '@ces/service/config/config';
import { createService, type Service } from '@ces/service/start';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { eventually } from '../eventually.js';
import { GuardedNats } from '../servers/guarded-nats.js';
import { migratedDatabase } from '../servers/migrated-database.js';
import type { PrivateDatabase } from '../servers/private-database.js';
import { standIn } from './stand-in.js';
import { testConfig } from './test-config.js';

/** One service on its own PostgreSQL database and NATS server. The spec answers for other services. */
export class RunningService {
  private readonly replicas: NestFastifyApplication[] = [];

  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: PrivateDatabase,
    readonly messaging: GuardedNats,
    private readonly begin: () => Promise<NestFastifyApplication>,
  ) {}

  static async start<C extends DatabaseConfig>(
    service: Service<C>,
    settings: Record<string, string> = {},
    starting = GuardedNats.start(),
  ): Promise<RunningService> {
    const database = await migratedDatabase(service.name, service.schema);
    const messaging = await starting;
    const own = {
      DATABASE_URL: database.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      ...messaging.settings(service.name),
      ...settings,
    };
    const begin = async (): Promise<NestFastifyApplication> => {
      const app = await createService(service, testConfig(service.config, own));
      await app.listen(0, '127.0.0.1');
      await eventually(() => {
        if (!app.get(NatsServer).settled) throw new Error(`${service.name} is not ready`);
      });
      return app;
    };
    return new RunningService(await begin(), database, messaging, begin);
  }

  get bus(): Bus {
    return this.messaging.bus;
  }

  query<T>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.app.get(DataSource).query<T[]>(text, values);
  }

  /** Answers for another service. The result ends it. */
  answer<Request extends object, Reply>(
    contract: Rpc<Request, Reply>,
    reply: (request: Request) => Reply | undefined | Promise<Reply>,
  ): Promise<() => void> {
    return standIn(this.app, contract, reply);
  }

  /** The replica uses the same database, and stops with this service. */
  async replica(): Promise<NestFastifyApplication> {
    const app = await this.begin();
    this.replicas.push(app);
    return app;
  }

  async stopReplica(app: NestFastifyApplication): Promise<void> {
    this.replicas.splice(this.replicas.indexOf(app), 1);
    await app.close();
  }

  async stop(): Promise<void> {
    for (const replica of this.replicas) await replica.close();
    await this.app.close();
    await this.messaging.stop();
    await this.database.drop();
  }
}
