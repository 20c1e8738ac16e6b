import type { Scope } from '@ces/contracts/identity/clients';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('client')
export class StoredClient {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { array: true })
  scopes: Scope[];

  @Column('boolean')
  first_party: boolean;

  @Column('text', { array: true })
  redirect_uris: string[];

  /** Where the mails' links lead instead of our own pages. */
  @Column('text', { nullable: true })
  activation_url: string | null;

  @Column('text', { nullable: true })
  deletion_url: string | null;

  /** Who is mailed about the client's webhooks. */
  @Column('text', { nullable: true })
  contact_email: string | null;

  /** Sealed, as are the other two. The secret that signs what is sent to the client. */
  @Column('text')
  secret: string;

  /** Added, waiting to be promoted. Alive, like the previous one; there is never both. */
  @Column('text', { nullable: true })
  next_secret: string | null;

  @Column('text', { nullable: true })
  previous_secret: string | null;

  /** Carried by tokens as `ver`. It starts at the second of creation: an id that comes back never revives old tokens. */
  @Column('bigint', { transformer: { from: Number, to: (value: number) => value } })
  token_version: number;

  @Column('timestamptz')
  created_at: Date;
}
