import type { PersonData } from '@ces/contracts/identity/person';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

@Entity('person')
export class PersonEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'person_pkey' })
  @ForeignKey('app_user', 'id', { name: 'person_user_id_fkey' })
  user_id: string;

  @Column('jsonb')
  fields: Partial<PersonData>;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { default: () => 'now()' })
  updated_at: Date;
}
