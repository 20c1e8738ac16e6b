import type { Service } from '@ces/service/start';
import { Module } from '@nestjs/common';
import { ConnectionsModule } from './connections/connections.module.js';
import { EntriesModule } from './entries/entries.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { FilesModule } from './files/files.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { MatchingModule } from './matching/matching.module.js';
import { MembersModule } from './members/members.module.js';
import { SegmentsModule } from './segments/segments.module.js';
import { SegmentsConfig } from './segments.config.js';
import { segmentsSchema } from './segments.schema.js';
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
  schema: segmentsSchema,
  modules: [SegmentsServiceModule],
};
