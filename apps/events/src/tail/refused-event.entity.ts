import type { ProblemJson } from '@ces/contracts/problems';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The latest refused events, for those who look for the reason. */
@Entity('refused_event')
@Index('refused_event_user', ['user_id'])
export class RefusedEventEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'refused_event_pkey',
  })
  position: string;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  event_name: string;

  @Column('text', { nullable: true })
  user_id: string | null;

  @Column('text')
  client_id: string;

  @Column('text', { nullable: true })
  request_id: string | null;

  @Column('json')
  problem: ProblemJson;

  @Column('integer')
  omitted: number;
}
