import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { MembersModule } from '../members/members.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { UsesModule } from '../uses/uses.module.js';
import { CatchUp } from './catch-up.service.js';
import { ComparisonService } from './comparison.service.js';
import { ComparisonStore } from './comparison.store.js';
import { ConnectionStore } from './connection.store.js';
import { ConnectionsController } from './connections.controller.js';
import { ConnectionCopyService } from './connection-copy.service.js';
import { IdentityConnections } from './identity-connections.service.js';
import { MemberCounts } from './member-counts.service.js';

@Module({
  imports: [FilesModule, MembersModule, SegmentsModule, UsesModule],
  controllers: [ConnectionsController],
  providers: [
    CatchUp,
    ComparisonService,
    ComparisonStore,
    ConnectionStore,
    ConnectionCopyService,
    IdentityConnections,
    MemberCounts,
  ],
  exports: [CatchUp, ConnectionCopyService],
})
export class ConnectionsModule {}
