import { Module } from '@nestjs/common';
import { LogModule } from '../log/log.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

@Module({ imports: [LogModule], controllers: [ErasureController], providers: [ErasureService] })
export class ErasureModule {}
