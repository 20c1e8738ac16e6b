import { IsString } from 'class-validator';
import { ByKey, PutByKey, ShownStatus, type PutAnswer, type PutStatus } from '../by-name/by-name.js';
import { renamed, rpc } from '../rpc.js';
import { ApiPropertyOptional, IntersectionType, PickType } from '../shape/described.js';
import { formerNamesOfWebhook, CreateWebhook, NewWebhook, WebhookChange, WebhookDetails } from './webhooks.js';

export class WebhookByKey extends ByKey {
  @IsString()
  client_id: string;
}

class Lanes extends PickType(WebhookChange, ['lanes']) {}

/** Row 33 sets no lanes; a replacement would otherwise lose them. */
export class NewNamedWebhook extends IntersectionType(NewWebhook, Lanes) {}

export class CreateNamedWebhook extends IntersectionType(CreateWebhook, Lanes) {}

export class PutWebhookByKey extends IntersectionType(CreateNamedWebhook, PutByKey) {}

export class WebhookByName extends WebhookDetails {
  @ShownStatus() status: PutStatus;

  @ApiPropertyOptional({
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDhVhe6Wc0Q1r3oJ9y',
    description: 'The secret that signs the deliveries, in the answer that makes the webhook',
  })
  secret?: string;
}

export const getWebhookByKey = renamed(
  formerNamesOfWebhook,
  rpc('webhooks.get-by-key', WebhookByKey).returns<WebhookDetails>(),
);
/** A webhook keeps its secret. */
export const putWebhookByKey = renamed(
  formerNamesOfWebhook,
  rpc('webhooks.put-by-key', PutWebhookByKey).returns<PutAnswer<WebhookDetails>>(),
);
