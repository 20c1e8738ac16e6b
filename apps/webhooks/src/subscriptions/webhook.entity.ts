import type { DisabledReason, WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('webhook')
@Index('webhook_of_client', ['client_id', 'id'])
@Index('webhook_key', ['client_id', 'key'], { unique: true })
@Index('webhook_of_event', ['events'], { type: 'gin' })
@Check('webhook_check', '((enabled = (disabled_reason IS NULL)) AND (enabled = (disabled_at IS NULL)))')
export class WebhookEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_pkey' })
  id: string;

  @Column({ type: 'text', collation: 'C' })
  client_id: string;

  @Column('text', { array: true })
  events: WebhookEventName[];

  @Column('text')
  url: string;

  /** Headers that the client wants in each request, as sealed JSON. */
  @Column('text')
  headers: string;

  @Column('boolean', { default: true })
  enabled: boolean;

  @Column('text', { nullable: true })
  disabled_reason: DisabledReason | null;

  @Column('timestamptz', { nullable: true })
  disabled_at: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  /** The host of the URL without its port, in one spelling. The previous release writes none, or leaves an old one. */
  @Column({ type: 'text', collation: 'C', default: '' })
  host: string;

  /** The webhook's own secret, sealed. Null: the previous release registered the webhook. */
  @Column('text', { nullable: true })
  secret: string | null;

  /** The secret before the last rotation, sealed. */
  @Column('text', { nullable: true })
  previous_secret: string | null;

  @Column('timestamptz', { nullable: true })
  previous_secret_until: Date | null;

  /** The number of requests that may be under way at once. With more than one, order is kept per user. */
  @Column('integer', { default: 1 })
  lanes: number;

  /** Until this moment the client's secrets sign beside the webhook's own. */
  @Column('timestamptz', { nullable: true })
  client_secret_until: Date | null;

  /** The key of `by-name`, unique among the webhooks of its client. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  key: string | null;
}
