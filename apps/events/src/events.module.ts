import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { DefinitionsModule } from './definitions/definitions.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { EventsConfig } from './events.config.js';
import { eventsSchema } from './events.schema.js';
import { IntakeModule } from './intake/intake.module.js';
import { LogModule } from './log/log.module.js';
import { StatsModule } from './stats/stats.module.js';
import { TailModule } from './tail/tail.module.js';
import { UsersModule } from './users/users.module.js';

@Module({ imports: [DefinitionsModule, IntakeModule, LogModule, ErasureModule, StatsModule, TailModule, UsersModule] })
class EventsServiceModule {}

export const events: Service<EventsConfig> = {
  name: 'events',
  config: EventsConfig,
  schema: eventsSchema,
  modules: [EventsServiceModule],
};
