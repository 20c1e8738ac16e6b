import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { ComparisonEntity } from './connections/comparison.entity.js';
import { ConnectionEntity } from './connections/connection.entity.js';
import { ConnectionsModule } from './connections/connections.module.js';
import { EntriesModule } from './entries/entries.module.js';
import { UserEntryEntity } from './entries/user-entry.entity.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ErasedOwnerEntity } from './files/erased-owner.entity.js';
import { FileEntity } from './files/file.entity.js';
import { FilesModule } from './files/files.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { MatchingModule } from './matching/matching.module.js';
import { MembersModule } from './members/members.module.js';
import { SegmentTables1764200000000 } from './migrations/1764200000000-create-segments.js';
import { FileTables1764200001000 } from './migrations/1764200001000-create-files.js';
import { ConnectionTables1764200002000 } from './migrations/1764200002000-create-connections.js';
import { ErasedOwners1764200003000 } from './migrations/1764200003000-create-erased-owners.js';
import { KnownChanges1764200004000 } from './migrations/1764200004000-add-known-changes.js';
import { SegmentOwners1764810000000 } from './migrations/1764810000000-add-segment-owners.js';
import { IdentifierFunctions1765000001000 } from './migrations/1765000001000-arrange-identifiers-by-functions.js';
import { SegmentEntity } from './segments/segment.entity.js';
import { SegmentsModule } from './segments/segments.module.js';
import { SegmentsConfig } from './segments.config.js';
import { SegmentUseEntity } from './uses/segment-use.entity.js';
import { UsesModule } from './uses/uses.module.js';

@Module({
  imports: [
    ConnectionsModule,
    EntriesModule,
    ErasureModule,
    FilesModule,
    ImportsModule,
    MatchingModule,
    MembersModule,
    SegmentsModule,
    UsesModule,
  ],
})
class SegmentsServiceModule {}

export const segments: Service<SegmentsConfig> = {
  name: 'segments',
  config: SegmentsConfig,
  schema: {
    entities: [
      ComparisonEntity,
      ConnectionEntity,
      ErasedOwnerEntity,
      FileEntity,
      SegmentEntity,
      SegmentUseEntity,
      UserEntryEntity,
    ],
    migrations: [
      SegmentTables1764200000000,
      FileTables1764200001000,
      ConnectionTables1764200002000,
      ErasedOwners1764200003000,
      KnownChanges1764200004000,
      SegmentOwners1764810000000,
      IdentifierFunctions1765000001000,
    ],
  },
  modules: [SegmentsServiceModule],
};
