import { ApiProperty } from '../shape/described.js';
import { rpc } from '../rpc.js';
import { WebhookRef } from './webhooks.js';

export class WebhookSecret {
  @ApiProperty({
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDhVhe6Wc0Q1r3oJ9y',
    description:
      'Signs the deliveries of this webhook as Standard Webhooks says: `new Webhook(secret)` takes it as it is',
  })
  secret: string;
}

export const showWebhookSecret = rpc('webhooks.secret.show', WebhookRef).returns<WebhookSecret>();
/** The secret before this one signs for another day. */
export const rotateWebhookSecret = rpc('webhooks.secret.rotate', WebhookRef).returns<WebhookSecret>();
