import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Sessions, sign-ins under way, grants, codes and refresh tokens. For access tokens it holds only that they exist. A
 * secret that its bearer presents is kept as a digest.
 */
@Entity('oauth_payload')
@Index('oauth_payload_user_id', ['user_id'], { where: 'user_id IS NOT NULL' })
@Index('oauth_payload_grant_id', ['grant_id'], { where: 'grant_id IS NOT NULL' })
@Index('oauth_payload_uid', ['uid'], { where: 'uid IS NOT NULL' })
@Index('oauth_payload_client_id', ['client_id'], { where: 'client_id IS NOT NULL' })
@Index('oauth_payload_age', ['expires_at'])
@Index('oauth_payload_anonymous', ['expires_at'], {
  where: `user_id IS NULL AND kind IN ('Interaction', 'Session')`,
})
@Index('oauth_payload_devices', ['expires_at'], { where: `user_id IS NULL AND kind = 'DeviceCode'` })
export class OAuthPayloadEntity {
  @PrimaryColumn('text')
  kind: string;

  @PrimaryColumn('text', { collation: 'C' })
  id: string;

  /** jsonb would refuse a NUL, and a `state` may hold one. */
  @Column('json')
  payload: object;

  @Column({ type: 'text', collation: 'C', nullable: true })
  user_id: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  grant_id: string | null;

  @Column({ type: 'text', collation: 'C', nullable: true })
  uid: string | null;

  /** A column, because PostgreSQL reads no member of a document that holds a NUL anywhere. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  client_id: string | null;

  @Column('timestamptz', { nullable: true })
  consumed_at: Date | null;

  @Column('timestamptz')
  expires_at: Date;
}
