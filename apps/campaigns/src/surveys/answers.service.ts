import { surveyAnswerSubmitted, type SurveyAnswer } from '@ces/contracts/campaigns/campaigns';
import type { AnswerSurvey, Survey } from '@ces/contracts/campaigns/surveys';
import { faulty, Problem } from '@ces/contracts/problems';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { ClosedUsers } from '@ces/service/tombstones/closed-users.service';
import { Injectable } from '@nestjs/common';
import { SurveyAnswerEntity } from './survey-answer.entity.js';
import { SurveyAskedEntity } from './survey-asked.entity.js';
import { SurveyStore } from './survey.store.js';
import { SurveysService } from './surveys.service.js';

@Injectable()
export class AnswersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: ClosedUsers,
    private readonly surveys: SurveysService,
    private readonly store: SurveyStore,
    private readonly outbox: Outbox,
  ) {}

  /** A question is answered once. The same answer again succeeds and changes nothing. */
  answer({ user_id, survey_id, question_id, answer_id }: AnswerSurvey): Promise<SurveyAnswer> {
    return this.transactions.run(async () => {
      await this.users.demandUser(user_id);
      concerns(user_id);
      const survey = await this.surveys.getUnchanging(survey_id);
      await this.demandAsked(user_id, survey.id);
      demandChoice(survey, question_id, answer_id);
      const answer = { survey_id: survey.id, question_id, answer_id };
      if (await this.store.answerOnce(user_id, answer)) {
        await this.outbox.add(surveyAnswerSubmitted, { user_id, answer });
      } else await this.demandSame(user_id, answer);
      return answer;
    });
  }

  private async demandAsked(user_id: string, survey_id: string): Promise<void> {
    if (await this.transactions.of(SurveyAskedEntity).existsBy({ user_id, survey_id })) return;
    throw new Problem('survey-not-asked', 'No campaign has asked the user this survey.');
  }

  private async demandSame(user_id: string, answer: SurveyAnswer): Promise<void> {
    if (await this.transactions.of(SurveyAnswerEntity).existsBy({ user_id, ...answer })) return;
    throw new Problem('survey-answered', 'The question was answered in another way before.');
  }
}

function demandChoice({ questions }: Survey, questionId: string, answerId: string): void {
  const question = questions.find(({ id }) => id === questionId);
  const known = question?.answers.some(({ id }) => id === answerId);
  if (known) return;
  throw faulty('survey-answer-unknown', [
    question
      ? { pointer: '#/answer_id', code: 'unknown', detail: 'is no answer to this question' }
      : { pointer: '#/question_id', code: 'unknown', detail: 'is no question of this survey' },
  ]);
}
