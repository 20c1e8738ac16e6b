import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentUploadService } from './segment-upload.service.js';

@Module({
  imports: [AccessModule],
  controllers: [SegmentsController],
  providers: [SegmentUploadService],
})
export class SegmentsModule {}
