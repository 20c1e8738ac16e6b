import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('portal_session')
@Index('portal_session_digest', ['digest'], { unique: true })
@Index('portal_session_of_client', ['client_id', 'id'])
@Index('portal_session_end', ['expires_at'])
export class PortalSessionEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'portal_session_pkey' })
  id: string;

  /** SHA-256 of the token, in base64url. The token itself is stored nowhere. */
  @Column({ type: 'text', collation: 'C' })
  digest: string;

  @Column({ type: 'text', collation: 'C' })
  client_id: string;

  /** The version of the client's tokens when the session was made. */
  @Column('bigint', { transformer: { from: Number, to: (value: number) => value } })
  client_version: number;

  /** Ids of webhooks that may have been deleted since. */
  @Column('uuid', { array: true })
  webhook_ids: string[];

  @Column('timestamptz')
  expires_at: Date;
}
