import type { PersonData } from '@ces/contracts/identity/person';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('person')
// Indexes of expressions, which TypeORM cannot describe.
@Index('person_full_name', { synchronize: false })
@Index('person_last_name', { synchronize: false })
@Index('person_infix_name', { synchronize: false })
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
