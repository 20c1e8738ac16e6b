import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `next` is published before it signs, so that everyone knows it by then; `retired` as long as somebody may show a token of it. */
export type SigningKeyState = 'next' | 'active' | 'retired';

@Entity('signing_key')
export class StoredSigningKey {
  @PrimaryColumn('text')
  kid: string;

  @Column('text')
  state: SigningKeyState;

  /** The private key as JWK, sealed. */
  @Column('text')
  sealed_jwk: string;

  @Column('timestamptz')
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  retired_at: Date | null;
}
