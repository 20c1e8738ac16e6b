import type { SurveyAnswer } from '@ces/contracts/campaigns/campaigns';
import { Transactions } from '@ces/messaging/storage/transactions';
import { Injectable } from '@nestjs/common';
import type { SurveyAnswerEntity } from './survey-answer.entity.js';
import type { SurveyAskedEntity } from './survey-asked.entity.js';
import type { SurveyEntity } from './survey.entity.js';

export type Asking = Omit<SurveyAskedEntity, 'asked_at'>;

export interface AskedRow extends SurveyEntity, Pick<SurveyAskedEntity, 'asked_at'> {
  given: SurveyAnswer[] | null;
}

export interface ChoiceCount extends Pick<SurveyAnswerEntity, 'question_id' | 'answer_id'> {
  users: number;
}

/** Surveys of users. SQL because a set of events asks in one statement, and an answer counts only when it is the first. */
@Injectable()
export class SurveyStore {
  constructor(private readonly transactions: Transactions) {}

  /** Asks each user each survey. A survey that was asked before is asked again as of now. */
  async ask(asked: Asking[]): Promise<void> {
    await this.transactions.current.query(
      `INSERT INTO survey_asked (user_id, survey_id, campaign_id, event_id, asked_at)
     SELECT DISTINCT ON (user_id COLLATE "C", survey_id) user_id, survey_id, campaign_id, event_id, now()
       FROM json_to_recordset($1) AS x(user_id text, survey_id uuid, campaign_id uuid, event_id uuid)
      ORDER BY user_id COLLATE "C", survey_id
     ON CONFLICT (user_id, survey_id)
     DO UPDATE SET asked_at = now(), campaign_id = excluded.campaign_id, event_id = excluded.event_id`,
      [JSON.stringify(asked)],
    );
  }

  /** Stores the answer. Returns false when the user has answered the question before. */
  async answerOnce(userId: string, { survey_id, question_id, answer_id }: SurveyAnswer): Promise<boolean> {
    const inserted = await this.transactions.current.query<unknown[]>(
      `INSERT INTO survey_answer (user_id, survey_id, question_id, answer_id, answered_at)
         VALUES ($1, $2, $3, $4, now()) ON CONFLICT DO NOTHING RETURNING 1`,
      [userId, survey_id, question_id, answer_id],
    );
    return inserted.length > 0;
  }

  /** How many users chose each answer that anybody chose. */
  countAnswers(surveyId: string): Promise<ChoiceCount[]> {
    return this.transactions.current.query(
      `SELECT question_id, answer_id, count(*)::integer AS users
         FROM survey_answer WHERE survey_id = $1 GROUP BY question_id, answer_id`,
      [surveyId],
    );
  }

  /** The surveys that a user was asked, latest first, with the answers given. A page begins below the survey `before`. */
  askedOf(userId: string, before: string | null, atMost: number): Promise<AskedRow[]> {
    return this.transactions.current.query(
      `SELECT s.*, a.asked_at, (
                SELECT json_agg(json_build_object('survey_id', survey_id, 'question_id', question_id,
                                                  'answer_id', answer_id) ORDER BY answered_at, question_id)
                  FROM survey_answer WHERE user_id = $1 AND survey_id = s.id) AS given
         FROM survey_asked a JOIN survey s ON s.id = a.survey_id
        WHERE a.user_id = $1 AND ($2::uuid IS NULL OR (a.asked_at, a.survey_id) <
              (SELECT asked_at, survey_id FROM survey_asked WHERE user_id = $1 AND survey_id = $2))
        ORDER BY a.asked_at DESC, a.survey_id DESC LIMIT $3`,
      [userId, before, atMost],
    );
  }
}
