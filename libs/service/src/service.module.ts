import type { Class } from '@ces/contracts/rpc';
import { MessagingModule } from '@ces/messaging/messaging.module';
import { Nats } from '@ces/messaging/nats';
import { NatsServer } from '@ces/messaging/nats-server';
import { Leases } from '@ces/messaging/storage/leases';
import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Chores } from './chores/chores.js';
import { MessagingChores } from './chores/messaging-chores.js';
import type { AppConfig, DatabaseConfig } from './config/config.js';
import { databaseOptions, type Schema } from './database/database.js';
import { DatabaseStore } from './database/database.store.js';
import { healthReportsOf } from './health-report.js';
import { Health, HealthController, READINESS, type ReadinessCheck } from './health.js';
import { MetricsServer } from './metrics.js';
import { natsSettings } from './config/nats-settings.js';
import { traceSettings } from './config/trace-settings.js';

@Global()
@Module({})
export class ServiceModule {
  /** For an app with a database, which answers calls and handles facts. */
  static forDatabase<C extends DatabaseConfig>(
    name: string,
    shape: Class<C>,
    config: C,
    schema: Schema,
  ): DynamicModule {
    const options = databaseOptions(config, schema);
    return {
      module: ServiceModule,
      imports: [
        TypeOrmModule.forRoot({ ...options, manualInitialization: false, retryAttempts: 1_000_000, retryDelay: 500 }),
        MessagingModule.service(natsSettings(name, config), traceSettings(name, config)),
        DiscoveryModule,
      ],
      controllers: [HealthController, healthReportsOf(name)],
      providers: [
        { provide: shape, useValue: config },
        Health,
        { provide: MetricsServer, useFactory: () => new MetricsServer(name, config) },
        {
          provide: READINESS,
          useFactory: (database: DataSource, server: NatsServer): ReadinessCheck[] => [
            { name: 'database', check: () => new DatabaseStore(database).ping().then(() => true) },
            { name: 'messaging', check: () => server.ready },
          ],
          inject: [DataSource, NatsServer],
        },
        {
          provide: Chores,
          useFactory: (discovery: DiscoveryService, scanner: MetadataScanner, leases: Leases, nats: Nats) =>
            new Chores(discovery, scanner, leases, nats, config),
          inject: [DiscoveryService, MetadataScanner, Leases, Nats],
        },
        MessagingChores,
      ],
      exports: [shape, Chores, Health],
    };
  }

  /** For the gateway, which has no database. `owner` is the module that provides what `readiness` needs. */
  static forEdge<C extends AppConfig>(
    name: string,
    shape: Class<C>,
    config: C,
    owner: Type,
    readiness: Provider,
  ): DynamicModule {
    return {
      module: ServiceModule,
      imports: [MessagingModule.callerOnly(natsSettings(name, config), traceSettings(name, config)), owner],
      controllers: [HealthController],
      providers: [
        { provide: shape, useValue: config },
        Health,
        { provide: MetricsServer, useFactory: () => new MetricsServer(name, config) },
        readiness,
      ],
      exports: [shape, Health],
    };
  }
}
