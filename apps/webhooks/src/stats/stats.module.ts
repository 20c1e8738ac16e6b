import { Module } from '@nestjs/common';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { StatStore } from './stat.store.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({ imports: [SubscriptionsModule], controllers: [StatsController], providers: [StatsService, StatStore] })
export class StatsModule {}
