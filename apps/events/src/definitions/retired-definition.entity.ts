import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event name of which no event is accepted any more. */
@Entity('retired_definition')
export class RetiredDefinitionEntity {
  @PrimaryColumn('text')
  name: string;

  @Column('timestamptz')
  retired_at: Date;
}
