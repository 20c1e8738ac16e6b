import { Module } from '@nestjs/common';
import { MatchingModule } from '../matching/matching.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';

@Module({ imports: [MatchingModule, SegmentsModule], controllers: [ImportsController], providers: [ImportsService] })
export class ImportsModule {}
