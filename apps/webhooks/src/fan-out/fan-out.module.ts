import { Module } from '@nestjs/common';
import { WakesModule } from '../wakes/wakes.module.js';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { LogModule } from '../log/log.module.js';
import { FanOutController } from './fan-out.controller.js';
import { FanOutService } from './fan-out.service.js';

@Module({
  imports: [DeliveryModule, LogModule, WakesModule],
  controllers: [FanOutController],
  providers: [FanOutService],
})
export class FanOutModule {}
