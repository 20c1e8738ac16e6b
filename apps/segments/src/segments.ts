import type { Service } from '@ces/service/start';
import { ConnectionTables1764200002000, KnownChanges1764200004000 } from './connections/connection-tables.js';
import { ConnectionsModule } from './connections/connections.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { ErasedOwners1764200003000, FileTables1764200001000 } from './files/file-tables.js';
import { FilesModule } from './files/files.module.js';
import { MatchingModule } from './matching/matching.module.js';
import { SegmentOwners1764810000000, SegmentTables1764200000000 } from './segments/segment-tables.js';
import { SegmentsModule } from './segments/segments.module.js';
import { SegmentsConfig } from './segments.config.js';
import { TidyModule } from './tidy.js';
import { UsesModule } from './uses/uses.module.js';

/** The segments service: lists of identifiers that clients upload, and which users are meant by them. */
export const segments: Service<SegmentsConfig> = {
  name: 'segments',
  config: SegmentsConfig,
  schema: {
    entities: [],
    migrations: [
      SegmentTables1764200000000,
      FileTables1764200001000,
      ConnectionTables1764200002000,
      ErasedOwners1764200003000,
      KnownChanges1764200004000,
      SegmentOwners1764810000000,
    ],
  },
  modules: [ConnectionsModule, ErasureModule, FilesModule, MatchingModule, SegmentsModule, TidyModule, UsesModule],
};
