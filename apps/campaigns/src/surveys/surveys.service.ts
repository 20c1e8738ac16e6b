import type { Page, Paged } from '@ces/contracts/paging';
import type { AskedSurvey, NewSurvey, PutSurvey, Survey, SurveysOf } from '@ces/contracts/campaigns/surveys';
import type { SurveyAnswer } from '@ces/contracts/campaigns/campaigns';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { pageOf } from '@ces/service/database/keyset';
import { timestamp } from '@ces/service/database/timestamp';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withIds } from './question-ids.js';
import { findSurvey, selectSurveys, toSurvey, type SurveyRow } from './stored-surveys.js';

@Injectable()
export class SurveysService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  create({ title, questions }: NewSurvey): Promise<Survey> {
    const stored = JSON.stringify(withIds(questions, []));
    return this.transactions.run(async (tx) => {
      const id = newId();
      await tx.query('INSERT INTO survey (id, title, questions, created_at) VALUES ($1, $2, $3, now())', [
        id,
        title,
        stored,
      ]);
      return findSurvey(tx, id);
    });
  }

  /** Answers that were given stay, and so do the ids of what they were given to. */
  put({ id, title, questions }: PutSurvey): Promise<Survey> {
    return this.transactions.run(async (tx) => {
      const survey = await findSurvey(tx, id, 'FOR NO KEY UPDATE');
      const stored = JSON.stringify(withIds(questions, survey.questions));
      await tx.query('UPDATE survey SET title = $2, questions = $3 WHERE id = $1', [survey.id, title, stored]);
      return findSurvey(tx, survey.id);
    });
  }

  get(id: string): Promise<Survey> {
    return findSurvey(this.database.manager, id);
  }

  list(page: Page): Promise<Paged<Survey>> {
    const sql = `${selectSurveys} WHERE $1::uuid IS NULL OR s.id < $1 ORDER BY s.id DESC LIMIT $2`;
    return pageOf(page, (...bounds) => this.database.query<SurveyRow[]>(sql, bounds), toSurvey);
  }

  /** Those that campaigns have asked this user, the latest first; a page begins below the survey that the cursor names. */
  async ofUser({ user_id, limit, cursor }: SurveysOf): Promise<Paged<AskedSurvey> | AskedSurvey[]> {
    const sql = `SELECT s.*, a.asked_at, (
                SELECT json_agg(json_build_object('survey_id', survey_id, 'question_id', question_id,
                                                  'answer_id', answer_id) ORDER BY answered_at, question_id)
                  FROM survey_answer WHERE user_id = $1 AND survey_id = s.id) AS given
         FROM survey_asked a JOIN survey s ON s.id = a.survey_id
        WHERE a.user_id = $1 AND ($2::uuid IS NULL OR (a.asked_at, a.survey_id) <
              (SELECT asked_at, survey_id FROM survey_asked WHERE user_id = $1 AND survey_id = $2))
        ORDER BY a.asked_at DESC, a.survey_id DESC LIMIT $3`;
    const read = (...bounds: [string | null, number]) => this.database.query<AskedRow[]>(sql, [user_id, ...bounds]);
    if (limit === undefined) return (await read(null, 10)).map(toAskedSurvey);
    return pageOf({ limit, ...(cursor === undefined ? {} : { cursor }) }, read, toAskedSurvey);
  }
}

interface AskedRow extends SurveyRow {
  asked_at: Date;
  given: SurveyAnswer[] | null;
}

function toAskedSurvey(row: AskedRow): AskedSurvey {
  return { ...toSurvey(row), asked: timestamp(row.asked_at), given: row.given ?? [] };
}
