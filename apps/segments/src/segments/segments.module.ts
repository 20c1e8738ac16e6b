import { Module } from '@nestjs/common';
import { MatchingModule } from '../matching/matching.module.js';
import { ImportService } from './import.service.js';
import { SegmentsController } from './segments.controller.js';
import { SegmentsService } from './segments.service.js';

@Module({
  imports: [MatchingModule],
  controllers: [SegmentsController],
  providers: [ImportService, SegmentsService],
})
export class SegmentsModule {}
