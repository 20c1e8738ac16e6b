import type { UsedProperty } from '@ces/contracts/events/definition-use';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A campaign reads these properties of an event. */
@Entity('definition_use')
export class DefinitionUseEntity {
  @PrimaryColumn('text')
  campaign_id: string;

  /** The campaign's name. */
  @Column('text')
  name: string;

  @PrimaryColumn('text')
  @Index('definition_use_event')
  event_name: string;

  @Column('json')
  properties: UsedProperty[];

  @Column('timestamptz', { nullable: true })
  let_go_at: Date | null;
}
