import type { Schema } from '@ces/service/database/database';
import { ComparisonEntity } from './connections/comparison.entity.js';
import { ConnectionEntity } from './connections/connection.entity.js';
import { UserEntryEntity } from './entries/user-entry.entity.js';
import { ErasedOwnerEntity } from './files/erased-owner.entity.js';
import { FileEntity } from './files/file.entity.js';
import { SegmentEntity } from './segments/segment.entity.js';
import { SegmentUseEntity } from './uses/segment-use.entity.js';
import { SegmentTables1764200000000 } from './migrations/1764200000000-create-segments.js';
import { FileTables1764200001000 } from './migrations/1764200001000-create-files.js';
import { ConnectionTables1764200002000 } from './migrations/1764200002000-create-connections.js';
import { ErasedOwners1764200003000 } from './migrations/1764200003000-create-erased-owners.js';
import { KnownChanges1764200004000 } from './migrations/1764200004000-add-known-changes.js';
import { SegmentOwners1764810000000 } from './migrations/1764810000000-add-segment-owners.js';
import { IdentifierFunctions1765000001000 } from './migrations/1765000001000-arrange-identifiers-by-functions.js';
import { SingleConnections1765000002000 } from './migrations/1765000002000-index-single-connections.js';
import { VacuumedFiles1766960000000 } from './migrations/1766960000000-let-files-be-vacuumed.js';

/** New migrations are appended; TypeORM runs them by their timestamps. */
export const segmentsSchema: Schema = {
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
    SingleConnections1765000002000,
    VacuumedFiles1766960000000,
  ],
};
