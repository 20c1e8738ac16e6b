import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ErasureEntity } from './erasure.entity.js';

@Entity('erasure_receipt')
export class ErasureReceiptEntity {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'erasure_receipt_pkey' })
  @ForeignKey(() => ErasureEntity, 'user_id', { name: 'erasure_receipt_user_id_fkey', onDelete: 'CASCADE' })
  user_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'erasure_receipt_pkey' })
  service: string;

  @Column('timestamptz', { default: () => 'now()' })
  received_at: Date;
}
