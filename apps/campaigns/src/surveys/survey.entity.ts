import type { Question } from '@ces/contracts/campaigns/surveys';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('survey')
@Index('survey_key', ['key'], { unique: true })
export class SurveyEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  title: string;

  @Column('json')
  questions: Question[];

  @Column('timestamptz')
  created_at: Date;

  /** The key of `by-name`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
