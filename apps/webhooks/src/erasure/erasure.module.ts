import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { LogModule } from '../log/log.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

@Module({ imports: [DeliveryModule, LogModule], controllers: [ErasureController], providers: [ErasureService] })
export class ErasureModule {}
