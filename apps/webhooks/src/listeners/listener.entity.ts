import type { WebhookEventName } from '@ces/contracts/webhooks/webhook-events';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('listener')
@Index('listener_of_client', ['client_id'])
@Index('listener_of_event', ['events'], { type: 'gin' })
export class ListenerEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'listener_pkey' })
  id: string;

  @Column({ type: 'text', collation: 'C' })
  client_id: string;

  @Column('text', { array: true })
  events: WebhookEventName[];

  /** The listener's own secret, sealed. */
  @Column('text')
  secret: string;

  /** The end of the log when the listener was made. */
  @Column('bigint')
  position: string;

  /** When somebody has read it, at most a minute ago while somebody reads. */
  @Column('timestamptz')
  read_at: Date;
}
