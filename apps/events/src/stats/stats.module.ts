import { Module } from '@nestjs/common';
import { StatStore } from './stat.store.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({ controllers: [StatsController], providers: [StatsService, StatStore], exports: [StatsService] })
export class StatsModule {}
