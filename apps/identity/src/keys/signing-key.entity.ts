import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A `next` key is published before it signs, so that every verifier knows it; a `retired` key, while its tokens live. */
export type SigningKeyState = 'next' | 'active' | 'retired';

@Entity('signing_key')
@Check('signing_key_state_check', `state IN ('next', 'active', 'retired')`)
@Check('signing_key_check', `(state = 'retired') = (retired_at IS NOT NULL)`)
@Index('signing_key_in_use', ['state'], { unique: true, where: `state <> 'retired'` })
export class SigningKeyEntity {
  @PrimaryColumn('text')
  kid: string;

  @Column('text')
  state: SigningKeyState;

  @Column('text')
  sealed_jwk: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  retired_at: Date | null;
}
