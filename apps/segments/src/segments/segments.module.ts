import { Module } from '@nestjs/common';
import { EntriesModule } from '../entries/entries.module.js';
import { FilesModule } from '../files/files.module.js';
import { UsesModule } from '../uses/uses.module.js';
import { SegmentProgressService } from './segment-progress.service.js';
import { SegmentStore } from './segment.store.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsService } from './segments.service.js';

@Module({
  imports: [EntriesModule, FilesModule, UsesModule],
  controllers: [SegmentsController],
  providers: [SegmentStore, SegmentProgressService, SegmentsService],
  exports: [SegmentProgressService, SegmentsService],
})
export class SegmentsModule {}
