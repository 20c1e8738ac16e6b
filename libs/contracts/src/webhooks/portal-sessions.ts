import { ApiProperty, ApiPropertyOptional } from '../shape/described.js';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsString, Length, Max, Min } from 'class-validator';
import { MayBeAbsent } from '../absent.js';
import { Page, type Paged } from '../paging.js';
import { renamed, rpc } from '../rpc.js';
import { formerNamesOfWebhook, type Webhook } from './webhooks.js';

const shortestTtl = 60;
const longestTtl = 7 * 86_400;
const usualTtl = 3_600;
const mostWebhooks = 50;

export class NewPortalSession {
  @ApiProperty({
    type: String,
    isArray: true,
    minItems: 1,
    maxItems: mostWebhooks,
    description: 'The ids of the webhooks that the page shows.',
    example: ['01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11'],
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(mostWebhooks)
  @IsString({ each: true })
  @Length(1, 100, { each: true })
  webhook_ids: string[];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: shortestTtl,
    maximum: longestTtl,
    default: usualTtl,
    example: usualTtl,
    description: 'The seconds after which the link ends.',
  })
  @MayBeAbsent()
  @IsInt()
  @Min(shortestTtl)
  @Max(longestTtl)
  ttl: number = usualTtl;
}

export class PortalLink {
  @ApiProperty({
    example: 'http://localhost:3000/console/portal#token=ps_…',
    description: 'The page. Whoever has this address can use it, so give it to the subscriber only.',
  })
  url: string;

  @ApiProperty({ example: '2026-11-21T09:30:00.000Z', description: 'When the link ends.', format: 'date-time' })
  expires_at: string;
}

export class CreatePortalSession extends NewPortalSession {
  @IsString()
  client_id: string;

  /** The version that identity gives the client's tokens now. The session ends when it changes. */
  @IsInt()
  client_version: number;
}

export interface CreatedPortalSession {
  /** Only this answer has it: the service stores its digest. */
  token: string;
  expires_at: string;
}

export class PortalSessionRef {
  /** SHA-256 of the token, in base64url. */
  @IsString()
  digest: string;
}

export interface PortalSession {
  id: string;
  client_id: string;
  client_version: number;
  webhook_ids: string[];
  expires_at: string;
}

export class WebhooksOfSession extends Page {
  @IsString()
  client_id: string;

  @IsArray()
  @IsString({ each: true })
  ids: string[];
}

export const createPortalSession = rpc(
  'webhooks.portal-sessions.create',
  CreatePortalSession,
).returns<CreatedPortalSession>();
/** No session: it has ended, or there was none. */
export const findPortalSession = rpc('webhooks.portal-sessions.find', PortalSessionRef).returns<{
  session: PortalSession | null;
}>();
/**
 * The webhooks of a session that still exist, newest first. It is a call of its own, because a replica of an earlier release
 * would answer `listWebhooks` with all webhooks of the client.
 */
export const webhooksOfSession = renamed(
  formerNamesOfWebhook,
  rpc('webhooks.portal-sessions.webhooks', WebhooksOfSession).returns<Paged<Webhook>>(),
);
