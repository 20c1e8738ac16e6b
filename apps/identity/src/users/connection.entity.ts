import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity.js';

@Entity('connection')
@Check('connection_owner_id_check', 'char_length(owner_id) BETWEEN 1 AND 255')
@Index('connection_user', ['user_id'])
export class ConnectionEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'connection_pkey' })
  @ForeignKey('provider', 'name', { name: 'connection_provider_name_fkey' })
  provider_name: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'connection_pkey' })
  owner_id: string;

  @Column({ type: 'text', collation: 'C' })
  @ForeignKey(() => UserEntity, 'id', { name: 'connection_user_id_fkey', deferrable: 'INITIALLY DEFERRED' })
  user_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** True if it came with an import of members, which fires no campaign. */
  @Column('boolean', { default: false })
  imported: boolean;
}
