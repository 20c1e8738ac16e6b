import type { ConnectionRef } from '@ces/contracts/identity/users';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row of `connection_walk`: how far the copy has been compared with identity. */
@Entity('connection_walk')
@Check('connection_walk_single_check', 'single')
export class ComparisonEntity {
  @PrimaryColumn('boolean', { default: true })
  single: boolean;

  /** The last owner that was compared; null between two comparisons. */
  @Column('jsonb', { nullable: true })
  position: ConnectionRef | null;

  @Column('boolean', { default: false })
  complete: boolean;

  @Column('timestamptz', { nullable: true })
  ended_at: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  alive_at: Date;

  /** The copy holds all changes that identity made before this one. */
  @Column('bigint', { nullable: true })
  known_until: string | null;
}
