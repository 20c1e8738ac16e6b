import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The client that first defined an event name. A name that was defined before owners were recorded has no row. */
@Entity('definition_owner')
export class DefinitionOwnerEntity {
  @PrimaryColumn('text')
  name: string;

  @Column('text')
  client_id: string;
}
