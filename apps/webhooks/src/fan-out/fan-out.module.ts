import { Module } from '@nestjs/common';
import { WakesModule } from '../wakes/wakes.module.js';
import { LogModule } from '../log/log.module.js';
import { FanOutController } from './fan-out.controller.js';
import { FanOutService } from './fan-out.service.js';

@Module({ imports: [LogModule, WakesModule], controllers: [FanOutController], providers: [FanOutService] })
export class FanOutModule {}
