import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

@Entity('dead_letter')
@Unique('dead_letter_consumer_message_id_key', ['consumer', 'message_id'])
export class DeadLetterEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'dead_letter_pkey' })
  id: string;

  @Column('text')
  consumer: string;

  @Column('text')
  subject: string;

  @Column('uuid')
  message_id: string;

  @Column('text')
  payload: string;

  @Column('text')
  error: string;

  @Column('integer')
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  received_at: Date;
}
