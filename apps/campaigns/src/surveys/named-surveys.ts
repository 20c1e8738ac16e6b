import type { NewSurvey, Survey } from '@ces/contracts/campaigns/surveys';
import { Transactions } from '@ces/messaging/storage/transactions';
import { keysIn, type Keys, type Made, type Named } from '@ces/service/by-name/named';
import { Injectable } from '@nestjs/common';
import { SurveyEntity } from './survey.entity.js';
import { SurveysService } from './surveys.service.js';

@Injectable()
export class NamedSurveys implements Named<NewSurvey, Survey> {
  readonly space = 'surveys';
  readonly notFound = 'survey-not-found';
  readonly keys: Keys;

  constructor(
    transactions: Transactions,
    private readonly surveys: SurveysService,
  ) {
    this.keys = keysIn(transactions, SurveyEntity);
  }

  get(id: string): Promise<Survey> {
    return this.surveys.get(id);
  }

  async create(given: NewSurvey): Promise<Made<Survey>> {
    return { shown: await this.surveys.create(given) };
  }

  replace(id: string, given: NewSurvey): Promise<Survey> {
    return this.surveys.put({ ...given, id });
  }
}
