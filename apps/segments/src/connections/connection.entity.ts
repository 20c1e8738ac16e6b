import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A copy of one of identity's connections. */
@Entity('connection')
@Index('connection_user', ['user_id', 'provider_name'])
@Index('connection_several', ['provider_name', 'owner_id'], { where: 'several' })
@Index('connection_single', ['provider_name', 'owner_id'], { where: 'open AND NOT several' })
export class ConnectionEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  provider_name: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  owner_id: string;

  @Column({ type: 'text', collation: 'C' })
  user_id: string;

  /** False while the user's account is closed. */
  @Column('boolean')
  open: boolean;

  /** True when the user has several connections at this provider; counts must then be distinct. */
  @Column('boolean', { default: false })
  several: boolean;
}
