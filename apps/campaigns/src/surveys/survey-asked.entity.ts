import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { SurveyEntity } from './survey.entity.js';

@Entity('survey_asked')
export class SurveyAskedEntity {
  @PrimaryColumn('text', { collation: 'C' })
  user_id: string;

  @PrimaryColumn('uuid')
  @ForeignKey(() => SurveyEntity, { name: 'survey_asked_survey_id_fkey' })
  survey_id: string;

  @Column('uuid')
  campaign_id: string;

  @Column('uuid')
  event_id: string;

  @Column('timestamptz')
  asked_at: Date;
}
