import { CardAdded, cardAdded, CardChanged, cardChanged, CardTierChanged, cardTierChanged } from '@ces/contracts/cards';
import { OptinChanged, optinChanged } from '@ces/contracts/optins';
import { ConnectionCreated, connectionCreated, UserCreated, userCreated } from '@ces/contracts/users';
import { EventAccepted, eventAccepted } from '@ces/contracts/events';
import type { Class, Event } from '@ces/contracts/rpc';
import type { OpenAPIObject } from '@nestjs/swagger';

interface Fact {
  event: Event<object>;
  payload: Class<object>;
  summary: string;
}

const facts: Fact[] = [
  {
    event: eventAccepted,
    payload: EventAccepted,
    summary: 'An event was taken in and is on disk; the partition follows the user.',
  },
  { event: userCreated, payload: UserCreated, summary: 'A user came to be.' },
  { event: connectionCreated, payload: ConnectionCreated, summary: 'A user was linked to an account at a provider.' },
  { event: cardAdded, payload: CardAdded, summary: 'A card was added to the account of a user.' },
  {
    event: cardChanged,
    payload: CardChanged,
    summary:
      'A card of a user has another state, expiration or number, became the first, or was taken off the account.',
  },
  { event: cardTierChanged, payload: CardTierChanged, summary: 'A card of a user moved to another tier.' },
  { event: optinChanged, payload: OptinChanged, summary: 'A user has answered an opt-in, or changed the answer.' },
];

export const factClasses = facts.map((fact) => fact.payload);

/** AsyncAPI 3: the facts on the bus. Schemas are the ones that the OpenAPI document has of the same classes. */
export function asyncApi(publicUrl: string, openApi: OpenAPIObject): object {
  const schemas = openApi.components?.schemas ?? {};
  return {
    asyncapi: '3.0.0',
    info: { title: 'Customer Engagement Service: facts', version: '1', externalDocs: { url: `${publicUrl}/docs` } },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(facts.map((fact) => [channelName(fact), channel(fact)])),
    operations: Object.fromEntries(
      facts.map((fact) => [
        `publish-${channelName(fact)}`,
        { action: 'send', channel: { $ref: `#/channels/${channelName(fact)}` } },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        facts.map(({ payload }) => [payload.name, schemas[payload.name] ?? { type: 'object' }]),
      ),
    },
  };
}

function channel({ event, payload, summary }: Fact): object {
  return {
    address: event.partitions === 1 ? event.subject : `${event.subject}.{partition}`,
    summary,
    ...(event.partitions === 1 ? {} : { parameters: { partition: { description: `0 to ${event.partitions - 1}` } } }),
    messages: { [payload.name]: { payload: { $ref: `#/components/schemas/${payload.name}` } } },
  };
}

function channelName({ event }: Fact): string {
  return event.subject.replaceAll('.', '-');
}
