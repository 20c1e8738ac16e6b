import { Module } from '@nestjs/common';
import { AnswersService } from './answers.service.js';
import { SurveyStore } from './survey.store.js';
import { SurveysController } from './surveys.controller.js';
import { SurveysService } from './surveys.service.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';

@Module({
  imports: [TombstonesModule],
  controllers: [SurveysController],
  providers: [AnswersService, SurveysService, SurveyStore],
  exports: [SurveysService],
})
export class SurveysModule {}
