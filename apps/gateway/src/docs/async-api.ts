import { reachable, webhookChannel, webhookSchemas } from './webhook-docs.js';
import { license } from './openapi/license.js';
import type { OpenAPIObject } from '@nestjs/swagger';

export function asyncApi(publicUrl: string, openApi: OpenAPIObject): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Customer Engagement Service: webhooks',
      version: '1',
      description: 'The events that the service POSTs to the addresses that clients have registered as webhooks.',
      license,
      externalDocs: { description: 'The HTTP API', url: `${publicUrl}/docs` },
      tags: [{ name: 'Webhooks', description: 'Deliveries to receivers.' }],
    },
    defaultContentType: 'application/json',
    servers: { receiver },
    channels: { webhook: webhookChannel },
    operations: {
      deliver: {
        action: 'send',
        summary: 'Deliver a batch of events',
        description: 'One POST carries up to 100 events. A delivery that is not answered with 2xx is sent again.',
        security: [{ $ref: '#/components/securitySchemes/signature' }],
        channel: { $ref: '#/channels/webhook' },
        messages: [{ $ref: '#/channels/webhook/messages/WebhookDelivery' }],
      },
    },
    components: {
      schemas: withoutSiblings(reachable(openApi.components?.schemas ?? {}, Object.keys(webhookSchemas))) as object,
      securitySchemes: { signature },
    },
  };
}

const signature = {
  type: 'httpApiKey',
  name: 'X-Service-Signature',
  in: 'header',
  description: 'The receiver compares this signature of the body with one that it computes itself.',
};

/** AsyncAPI does not allow a description beside a reference. */
function withoutSiblings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSiblings);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withoutSiblings(value)]),
  );
  if ($ref === undefined) return rest;
  return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] };
}

/** Each webhook has an address of its own. */
const receiver = {
  host: '{host}',
  protocol: 'https',
  description: 'The receiver of a client. Its address is the `url` of the webhook.',
  variables: {
    host: { description: 'The host in the `url` of the webhook.', examples: ['shop.example'] },
  },
};
