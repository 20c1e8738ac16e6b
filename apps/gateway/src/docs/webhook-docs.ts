import { webhookCatalogue, webhookEventNames } from '@ces/contracts/webhooks/webhook-events';
import type { Class } from '@ces/contracts/rpc';
import type { OpenAPIObject } from '@nestjs/swagger';

export const webhookClasses: Class<object>[] = webhookEventNames.map((name) => webhookCatalogue[name].data);

export const webhookSchemas = {
  ...Object.fromEntries(webhookEventNames.map((name) => [schemaName(name), schemaOf(name)])),
  WebhookDelivery: {
    type: 'object',
    description: 'The body of a delivery. A ping has no events.',
    required: ['events'],
    additionalProperties: false,
    properties: {
      events: {
        type: 'array',
        maxItems: 100,
        description: 'The events, in their order.',
        items: { oneOf: webhookEventNames.map((name) => ({ $ref: ref(schemaName(name)) })) },
      },
    },
  },
};

const headers = {
  'X-Service-Client-ID': 'The client that the webhook belongs to',
  'X-Service-Signature': "Lower-case hex HMAC-SHA256 of the body's bytes under the client's secret",
  'X-Service-Event-Ids': 'Ids of the events in order, separated by commas; an event keeps its id in every delivery',
  traceparent: 'W3C trace context: the trace that all events share, or else a trace of the batch',
  'webhook-id': 'The id of the batch, the same in all attempts',
  'webhook-timestamp': 'The time of the attempt, in seconds since 1970',
  'webhook-signature':
    "The signature of Standard Webhooks under the webhook's own secret (whsec_…); for a day after a rotation one for each",
};

export const webhookChannel = {
  address: '{path}',
  parameters: { path: { description: 'The path in the `url` of the webhook.', examples: ['/hooks'] } },
  servers: [{ $ref: '#/servers/receiver' }],
  title: 'Deliveries',
  description: 'Each webhook gets the events that it has subscribed to, in their order.',
  summary: 'Batches of events, POSTed to the registered addresses.',
  messages: {
    WebhookDelivery: {
      name: 'WebhookDelivery',
      title: 'A delivery',
      summary: 'A batch of events with its signatures.',
      contentType: 'application/json',
      headers: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }]),
        ),
      },
      payload: { $ref: ref('WebhookDelivery') },
    },
  },
};

export function withWebhooks(document: OpenAPIObject): OpenAPIObject {
  document.components ??= {};
  document.components.schemas ??= {};
  Object.assign(document.components.schemas, webhookSchemas);
  const entries = webhookEventNames.map((name) => [name, { post: operation(name) }]);
  return Object.assign(document, { webhooks: Object.fromEntries(entries) as object });
}

export function reachable(schemas: Record<string, unknown>, names: string[]): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const schema = schemas[name] ?? { type: 'object' };
    found.set(name, schema);
    for (const [, each = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) open.push(each);
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function operation(name: (typeof webhookEventNames)[number]): object {
  return {
    operationId: `webhook.${name}`,
    summary: webhookCatalogue[name].summary,
    tags: ['Webhooks'],
    security: [],
    description: 'Up to 100 events in one request, of all the kinds that the webhook has subscribed to.',
    parameters: Object.entries(headers).map(([header, description]) => ({
      name: header,
      in: 'header',
      // A ping has no events.
      required: header !== 'X-Service-Event-Ids',
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: ref('WebhookDelivery') } } },
    },
    responses: {
      '2XX': {
        description: 'The receiver accepts the batch. It must answer within 15 seconds, and only the status counts.',
      },
      '410': { description: 'The webhook is disabled.' },
      '413': {
        description:
          'The service halves the batch until the event that is too large is alone, and sets that event aside.',
      },
      '4XX': {
        description:
          'The service tries again. After 400 or 422 twice it halves the batch until the refused event is alone.',
      },
      '5XX': { description: 'The service tries again, ten times within four days, and observes `Retry-After`.' },
    },
  };
}

function schemaOf(name: (typeof webhookEventNames)[number]): object {
  return {
    type: 'object',
    description: webhookCatalogue[name].summary,
    required: ['name', 'data'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', const: name, description: `Always \`${name}\`.` },
      data: { $ref: ref(webhookCatalogue[name].data.name), description: 'What happened.' },
    },
  };
}

function schemaName(name: string): string {
  const words = name.replace(/-event$/, '').split('-');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}WebhookEvent`;
}

function ref(name: string): string {
  return `#/components/schemas/${name}`;
}
