import { ApiProperty } from '../shape/described.js';
import { rpc } from '../rpc.js';

export class ConsumerLag {
  @ApiProperty({
    example: 'campaigns-event-log-accepted-3',
    description: 'The consumer, which begins with its service.',
  })
  consumer: string;

  @ApiProperty({
    type: 'integer',
    example: 4,
    description: 'Age in seconds of the oldest fact that it has not handled yet.',
  })
  seconds: number;
}

/** The report of one replica. What it could not measure in time is null. */
export interface HealthReport {
  version: string;
  /** As /readyz says. */
  checks: Record<string, boolean>;
  /** The age of the oldest fact that waits to be published, and how many wait; 10,000 at the most. */
  outbox_seconds: number | null;
  outbox_waiting: number | null;
  /** 10,000 at the most. */
  dead_letters: number | null;
  /** The consumers of this service's facts, which belong to other services. */
  lags: ConsumerLag[] | null;
}

export class ServiceHealth {
  @ApiProperty({ example: 'campaigns', description: 'The service.' })
  service: string;

  @ApiProperty({ example: true, description: 'Whether the service has answered within two seconds.' })
  answers: boolean;

  @ApiProperty({ type: String, nullable: true, example: '0.2.0', description: 'Its version; null if it is not known.' })
  version: string | null;

  @ApiProperty({ example: true, description: 'Whether the service can answer calls.' })
  ready: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'boolean' },
    example: { accepting: true, nats: true, database: true, messaging: true },
    description: 'What it needs to be ready, and whether it has it.',
  })
  checks: Record<string, boolean>;

  @ApiProperty({
    type: [ConsumerLag],
    nullable: true,
    description:
      'Where facts of other services wait for this one: the consumers that lag behind. Null if no service could tell.',
  })
  lags: ConsumerLag[] | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 0,
    description: 'Age in seconds of the oldest fact that waits to be published; null if it is not known.',
  })
  outbox_seconds: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 0,
    description: 'How many facts wait to be published, 10,000 at the most; null if it is not known.',
  })
  outbox_waiting: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 0,
    description: 'Facts that the service could not handle, 10,000 at the most; null if it is not known.',
  })
  dead_letters: number | null;
}

export class Wrong {
  @ApiProperty({ example: 'campaigns', description: 'The service that has the trouble.' })
  service: string;

  @ApiProperty({ example: 'campaigns does not answer.', description: 'What is wrong now, in English words.' })
  what: string;
}

export class PlatformHealth {
  @ApiProperty({
    example: '2026-11-21T09:30:00.000Z',
    description: 'When the services were asked.',
    format: 'date-time',
  })
  at: string;

  @ApiProperty({ example: true, description: 'Whether nothing is wrong.' })
  well: boolean;

  @ApiProperty({ type: [Wrong], description: 'What is wrong now, the worst first.' })
  wrong: Wrong[];

  @ApiProperty({ type: [ServiceHealth], description: 'Each service, as one of its replicas describes it.' })
  services: ServiceHealth[];
}

class NoFields {}

export const healthOf = (service: string) => rpc(`${service}.health`, NoFields).returns<HealthReport>();
