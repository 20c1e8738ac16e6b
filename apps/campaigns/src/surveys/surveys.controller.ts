import type { SearchPage } from '@ces/contracts/paging';
import * as contract from '@ces/contracts/campaigns/surveys';
import * as byName from '@ces/contracts/campaigns/by-name';
import type { ByKey } from '@ces/contracts/by-name/by-name';
import { Handle } from '@ces/messaging/calls/handle';
import { ByName } from '@ces/service/by-name/by-name';
import { byNameLine } from '@ces/service/by-name/by-name-line';
import { Controller } from '@nestjs/common';
import { AnswersService } from './answers.service.js';
import { ResultsService } from './results.service.js';
import { SurveysService } from './surveys.service.js';
import { NamedSurveys } from './named-surveys.js';

@Controller()
export class SurveysController {
  constructor(
    private readonly surveys: SurveysService,
    private readonly answers: AnswersService,
    private readonly results: ResultsService,
    private readonly named: NamedSurveys,
    private readonly byName: ByName,
  ) {}

  @Handle(contract.createSurvey)
  create(request: contract.NewSurvey) {
    return this.surveys.create(request);
  }

  @Handle(contract.putSurvey)
  put(request: contract.PutSurvey) {
    return this.surveys.put(request);
  }

  @Handle(contract.getSurvey)
  get(request: contract.SurveyRef) {
    return this.surveys.get(request.id);
  }

  @Handle(contract.listSurveys)
  list(request: SearchPage) {
    return this.surveys.list(request);
  }

  @Handle(contract.surveyResults)
  resultsOf(request: contract.SurveyRef) {
    return this.results.of(request.id);
  }

  @Handle(contract.surveysOf)
  ofUser(request: contract.SurveysOf) {
    return this.surveys.ofUser(request);
  }

  @Handle(contract.answerSurvey)
  answer(request: contract.AnswerSurvey) {
    return this.answers.answer(request);
  }

  @Handle(byName.getSurveyByKey)
  getByKey({ key }: ByKey) {
    return this.byName.get(this.named, key);
  }

  @Handle(byName.putSurveyByKey, { line: byNameLine })
  putByKey({ key, adopt, dry_run, ...given }: byName.PutSurveyByKey) {
    return this.byName.put(this.named, { key, adopt, dry_run }, given);
  }
}
