import { ApiProperty } from '../shape/described.js';
import { IsString } from 'class-validator';
import { StatsPage, type Paged } from '../paging.js';
import { rpc } from '../rpc.js';

export class WebhookStats {
  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:00:00.000Z', description: 'When the bucket begins' })
  at: string;

  @ApiProperty({
    type: 'integer',
    example: 1_000,
    description: 'Requests to the receiver, resends too; pings and tests do not count',
  })
  attempts: number;

  @ApiProperty({ type: 'integer', example: 980, description: 'Those that the receiver accepted' })
  succeeded: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { '503': 15, timeout: 5 },
    description: 'How many failed, by the status of the answer, or by the reason for which there was none',
  })
  failed: Record<string, number>;

  @ApiProperty({ type: 'integer', example: 4_200, description: 'Events in the requests that the receiver accepted' })
  events: number;

  @ApiProperty({
    type: 'integer',
    example: 45,
    description: 'Half of the attempts took no longer, in milliseconds; about',
  })
  p50_ms: number;

  @ApiProperty({
    type: 'integer',
    example: 230,
    description: '95 % of the attempts took no longer, in milliseconds; about',
  })
  p95_ms: number;
}

export class StatsOfWebhooks extends StatsPage {
  @IsString()
  client_id: string;
}

export class StatsOfWebhook extends StatsOfWebhooks {
  @IsString()
  id: string;
}

/** Buckets without an attempt are left out. An attempt counts at the moment at which it began. */
export const statsOfWebhook = rpc('webhooks.stats', StatsOfWebhook).returns<Paged<WebhookStats>>();
/** The sums of all webhooks that the client has now. */
export const statsOfWebhooks = rpc('webhooks.stats-of-all', StatsOfWebhooks).returns<Paged<WebhookStats>>();
