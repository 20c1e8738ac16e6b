import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SurveysController } from './surveys.controller.js';
import { SurveysAdminController } from './surveys-admin.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [SurveysController, SurveysAdminController],
})
export class SurveysModule {}
