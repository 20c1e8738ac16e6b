import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SurveyEntity } from './survey.entity.js';

@Entity('survey_answer')
@Index('survey_answer_choice', ['survey_id', 'question_id', 'answer_id'])
export class SurveyAnswerEntity {
  @PrimaryColumn('text', { collation: 'C' })
  user_id: string;

  @PrimaryColumn('uuid')
  @ForeignKey(() => SurveyEntity, { name: 'survey_answer_survey_id_fkey' })
  survey_id: string;

  @PrimaryColumn('text', { collation: 'C' })
  question_id: string;

  @Column({ type: 'text', collation: 'C' })
  answer_id: string;

  @Column('timestamptz')
  answered_at: Date;
}
