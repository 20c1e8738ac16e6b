import { Module } from '@nestjs/common';
import { ConnectionsController } from './connections.controller.js';
import { CopyService } from './copy.service.js';
import { ConnectionWalk } from './walk.js';

@Module({ controllers: [ConnectionsController], providers: [CopyService, ConnectionWalk], exports: [CopyService] })
export class ConnectionsModule {}
