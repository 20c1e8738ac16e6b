import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Versions are never changed and never removed. */
@Entity('event_definition')
export class DefinitionEntity {
  @PrimaryColumn('text')
  name: string;

  @PrimaryColumn('integer')
  version: number;

  /** The document's text as it was put. */
  @Column('text')
  definition: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
