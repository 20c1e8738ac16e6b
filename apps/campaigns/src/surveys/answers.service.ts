import { surveyAnswerSubmitted, type SurveyAnswer } from '@ces/contracts/campaigns/campaigns';
import { faulty, Problem } from '@ces/contracts/problems';
import type { AnswerSurvey, Survey } from '@ces/contracts/campaigns/surveys';
import { concerns } from '@ces/messaging/calls/call-context';
import { Outbox } from '@ces/messaging/facts/outbox';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { demandUser } from '../erasure/erased-users.js';
import { findSurvey } from './stored-surveys.js';

@Injectable()
export class AnswersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** A question is answered once; the same answer again is no news. */
  answer({ user_id, survey_id, question_id, answer_id }: AnswerSurvey): Promise<SurveyAnswer> {
    return this.transactions.run(async (tx) => {
      await demandUser(tx, user_id);
      concerns(user_id);
      const survey = await findSurvey(tx, survey_id, 'FOR SHARE');
      await demandAsked(tx, user_id, survey.id);
      demandChoice(survey, question_id, answer_id);
      const answer = { survey_id: survey.id, question_id, answer_id };
      const inserted = await tx.query<unknown[]>(
        `INSERT INTO survey_answer (user_id, survey_id, question_id, answer_id, answered_at)
         VALUES ($1, $2, $3, $4, now()) ON CONFLICT DO NOTHING RETURNING 1`,
        [user_id, survey.id, question_id, answer_id],
      );
      if (inserted.length > 0) await this.outbox.add(surveyAnswerSubmitted, { user_id, answer });
      else await demandSame(tx, user_id, answer);
      return answer;
    });
  }
}

async function demandAsked(tx: EntityManager, userId: string, surveyId: string): Promise<void> {
  const asked = await tx.query<unknown[]>('SELECT FROM survey_asked WHERE (user_id, survey_id) = ($1, $2)', [
    userId,
    surveyId,
  ]);
  if (asked.length === 0) throw new Problem('survey-not-asked', 'No campaign has asked the user this survey.');
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

async function demandSame(tx: EntityManager, userId: string, answer: SurveyAnswer): Promise<void> {
  const same = await tx.query<unknown[]>(
    'SELECT FROM survey_answer WHERE (user_id, survey_id, question_id, answer_id) = ($1, $2, $3, $4)',
    [userId, answer.survey_id, answer.question_id, answer.answer_id],
  );
  if (same.length === 0) throw new Problem('survey-answered', 'The question was answered in another way before.');
}
