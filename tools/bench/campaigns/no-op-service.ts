import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { importBuilt } from '../built.ts';

type Start = typeof import('../../../libs/service/src/start.js');
type Config = typeof import('../../../libs/service/src/config/config.js');
type OnFact = typeof import('../../../libs/messaging/src/facts/on-fact.js');
type Events = typeof import('../../../libs/contracts/src/events/events.js');
type Nest = typeof import('@nestjs/common');

/** The baseline: the same consumers, inbox and transactions, with an empty handler. */
export async function noOpService(
  createService: Start['createService'],
  env: Record<string, string>,
): Promise<NestFastifyApplication> {
  const { OnFacts } = await importBuilt<OnFact>('libs/messaging/src/facts/on-fact.js');
  const { eventAccepted } = await importBuilt<Events>('libs/contracts/src/events/events.js');
  const { DatabaseConfig, readConfig } = await importBuilt<Config>('libs/service/src/config/config.js');
  const { Controller, Module } = (await import('@nestjs/common')) satisfies Nest;
  class NoOp {
    accepted(): Promise<void> {
      return Promise.resolve();
    }
  }
  // Decorators are called by hand, because this file runs with its types stripped.
  const method = Object.getOwnPropertyDescriptor(NoOp.prototype, 'accepted');
  if (!method) throw new Error('the class has no method');
  OnFacts(eventAccepted)(NoOp.prototype, 'accepted', method);
  Object.defineProperty(NoOp.prototype, 'accepted', method);
  Controller()(NoOp);
  class NoOpModule {}
  Module({ controllers: [NoOp] })(NoOpModule);
  return createService(
    { name: 'no-op', config: DatabaseConfig, schema: { entities: [], migrations: [] }, modules: [NoOpModule] },
    readConfig(DatabaseConfig, env),
  );
}
