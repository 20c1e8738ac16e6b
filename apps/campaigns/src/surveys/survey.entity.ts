import type { Question } from '@ces/contracts/campaigns/surveys';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('survey')
export class SurveyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  title: string;

  @Column('json')
  questions: Question[];

  @Column('timestamptz')
  created_at: Date;
}
