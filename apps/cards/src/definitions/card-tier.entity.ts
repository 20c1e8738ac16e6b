import type { TierDesign } from '@ces/contracts/cards/card-design';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CardDefinitionEntity } from './card-definition.entity.js';

/** A retired tier takes no new cards. */
@Entity('card_tier')
@Index('card_tier_in_use', ['definition_id', 'name'], { unique: true, where: 'NOT retired' })
@Index('card_tier_definition', ['definition_id'])
export class CardTierEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'card_tier_pkey' })
  id: string;

  @Column('uuid')
  @ForeignKey(() => CardDefinitionEntity, { name: 'card_tier_definition_id_fkey' })
  definition_id: string;

  /** Tiers are shown by their position, and new cards get the first one. */
  @Column('integer')
  position: number;

  @Column('text')
  name: string;

  @Column('json')
  design: TierDesign;

  @Column('boolean', { default: false })
  retired: boolean;
}
