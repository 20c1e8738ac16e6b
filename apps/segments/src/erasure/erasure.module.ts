import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureService } from './erasure.service.js';

@Module({ imports: [ConnectionsModule], controllers: [ErasureController], providers: [ErasureService] })
export class ErasureModule {}
