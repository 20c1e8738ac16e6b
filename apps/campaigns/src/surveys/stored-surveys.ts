import { Problem } from '@ces/contracts/problems';
import type { Question, Survey } from '@ces/contracts/campaigns/surveys';
import { timestamp } from '@ces/service/database/timestamp';
import { isUuid } from '@ces/service/database/uuid';
import type { EntityManager } from 'typeorm';

export interface SurveyRow {
  id: string;
  title: string;
  questions: Question[];
  created_at: Date;
}

export const selectSurveys = 'SELECT s.id, s.title, s.questions, s.created_at FROM survey s';

/** With `FOR SHARE` it stays as it is until the transaction ends. */
export async function findSurvey(
  tx: EntityManager,
  id: string,
  lock: '' | 'FOR SHARE' | 'FOR NO KEY UPDATE' = '',
): Promise<Survey> {
  const [row] = isUuid(id) ? await tx.query<SurveyRow[]>(`${selectSurveys} WHERE s.id = $1 ${lock}`, [id]) : [];
  if (!row) throw new Problem('survey-not-found', 'There is no survey of this id.');
  return toSurvey(row);
}

export function toSurvey({ id, title, questions, created_at }: SurveyRow): Survey {
  return { id, title, questions, created: timestamp(created_at) };
}
