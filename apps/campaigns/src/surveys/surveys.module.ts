import { ByNameModule } from '@ces/service/by-name/by-name.module';
import { LongReadStore } from '@ces/service/database/long-read.store';
import { Module } from '@nestjs/common';
import { AnswersService } from './answers.service.js';
import { ResultsService } from './results.service.js';
import { SurveyStore } from './survey.store.js';
import { SurveysController } from './surveys.controller.js';
import { SurveysService } from './surveys.service.js';
import { TombstonesModule } from '../tombstones/tombstones.module.js';
import { NamedSurveys } from './named-surveys.js';

@Module({
  imports: [ByNameModule, TombstonesModule],
  controllers: [SurveysController],
  providers: [LongReadStore, NamedSurveys, AnswersService, ResultsService, SurveysService, SurveyStore],
  exports: [SurveysService],
})
export class SurveysModule {}
