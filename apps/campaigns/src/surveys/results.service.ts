import type { Question, QuestionResult, SurveyResults } from '@ces/contracts/campaigns/surveys';
import { patienceMs } from '@ces/contracts/rpc';
import { LongReadStore } from '@ces/service/database/long-read.store';
import { Injectable } from '@nestjs/common';
import { SurveyStore, type ChoiceCount } from './survey.store.js';
import { SurveysService } from './surveys.service.js';

@Injectable()
export class ResultsService {
  constructor(
    private readonly surveys: SurveysService,
    private readonly store: SurveyStore,
    private readonly reads: LongReadStore,
  ) {}

  /** Counts the answers that are kept: those of erased users are not. */
  async of(id: string): Promise<SurveyResults> {
    const survey = await this.surveys.get(id);
    const chosen = await this.reads.run(() => this.store.countAnswers(survey.id), patienceMs);
    const counts = Map.groupBy(chosen, ({ question_id }) => question_id);
    const questions = survey.questions.map((question) => resultOf(question, counts.get(question.id) ?? []));
    return { survey_id: survey.id, questions };
  }
}

function resultOf({ id, text, answers }: Question, counts: ChoiceCount[]): QuestionResult {
  const chosen = new Map(counts.map(({ answer_id, users }) => [answer_id, users]));
  const shown = answers.map((answer) => ({ ...answer, users: chosen.get(answer.id) ?? 0 }));
  const users = sum(counts);
  return { id, text, users, answers: shown, removed: users - sum(shown) };
}

function sum(counts: { users: number }[]): number {
  return counts.reduce((all, { users }) => all + users, 0);
}
