import { Module } from '@nestjs/common';
import { CatchUp } from './catch-up.js';
import { ConnectionsController } from './connections.controller.js';
import { CopyService } from './copy.service.js';
import { MemberCounts } from './member-counts.js';
import { Truth } from './truth.js';
import { ConnectionWalk } from './walk.js';

@Module({
  controllers: [ConnectionsController],
  providers: [CatchUp, ConnectionWalk, CopyService, MemberCounts, Truth],
  exports: [CatchUp, CopyService],
})
export class ConnectionsModule {}
