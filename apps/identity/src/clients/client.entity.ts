import type { Scope } from '@ces/contracts/identity/tokens/scopes';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('client')
// An index of expressions, which TypeORM cannot describe.
@Index('client_newest', { synchronize: false })
@Index('client_key', ['key'], { unique: true })
@Check('client_check', 'next_secret IS NULL OR previous_secret IS NULL')
@Check('client_public_check', 'public = (secret IS NULL)')
export class ClientEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { array: true })
  scopes: Scope[];

  @Column('boolean')
  first_party: boolean;

  /** An app or a single-page app: it has no secret, and no token of its own. */
  @Column('boolean', { default: false })
  public: boolean;

  /** Pages of these origins may call the routes for users. */
  @Column('text', { array: true, default: [] })
  origins: string[];

  @Column('text', { array: true })
  redirect_uris: string[];

  /** Mails link to these addresses instead of our own pages. */
  @Column('text', { nullable: true })
  activation_url: string | null;

  @Column('text', { nullable: true })
  deletion_url: string | null;

  @Column('text', { nullable: true })
  password_url: string | null;

  /** Gets mails about the client's webhooks. */
  @Column('text', { nullable: true })
  contact_email: string | null;

  /** Requests a second; null for the limit for all clients. */
  @Column('integer', { nullable: true })
  rate_limit: number | null;

  /** Sealed, like the other two secrets. It signs what is sent to the client. A public client has none. */
  @Column('text', { nullable: true })
  secret: string | null;

  /** Waits for its promotion. It is accepted, like the previous secret; a client never has both. */
  @Column('text', { nullable: true })
  next_secret: string | null;

  @Column('text', { nullable: true })
  previous_secret: string | null;

  /** Tokens carry it as `ver`. It starts at the second of creation: a client with a reused id never revives old tokens. */
  @Column('bigint', { transformer: { from: Number, to: (value: number) => value } })
  token_version: number;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** When it got a token last; `noteUse` writes it at most once in five minutes. */
  @Column('timestamptz', { nullable: true })
  last_used_at: Date | null;

  /** The key of `by-name`. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
