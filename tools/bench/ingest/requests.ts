import { randomBytes, randomUUID } from 'node:crypto';
import type { Load } from './load.ts';

const bodyBytes = 300;
const bodies = 256;

/** Row 1. */
export function definitionOf(id: string, title: string): object {
  return {
    $id: id,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    properties: {
      order_id: { type: 'string', minLength: 1, maxLength: 64, description: "The shop's own" },
      amount: { type: 'integer', minimum: 1, description: 'Cents' },
      currency: { enum: ['EUR', 'GBP', 'USD'] },
      items: { type: 'array', minItems: 1, maxItems: 50, items: { type: 'string', maxLength: 32 } },
      note: { type: 'string', maxLength: 500 },
    },
    required: ['order_id', 'amount', 'currency'],
    additionalProperties: false,
  };
}

type Asked = Pick<Load, 'token' | 'eventName' | 'users' | 'port'>;

/** Requests of row 2 as text: a random user, one of some bodies of 300 bytes, and a new key. */
export function requestsOf({ token, eventName, users, port }: Asked): () => string {
  const data = Array.from({ length: bodies }, newBody);
  const run = randomBytes(6).toString('hex');
  const head =
    `/events/${eventName} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${bodyBytes}\r\nIdempotency-Key: ${run}-`;
  let count = 0;
  return (): string => {
    count += 1;
    const user = users[Math.floor(Math.random() * users.length)] ?? '';
    return `POST /api/1/terminal/${user}${head}${count}\r\n\r\n${data[count % bodies] ?? ''}`;
  };
}

/** Requests of the batch route as text, with as many such events each. Their ids are new. */
export function batchesOf({ token, eventName, users, port }: Asked, size: number): () => string {
  const data = Array.from({ length: bodies }, newBody);
  const run = randomBytes(6).toString('hex');
  let count = 0;
  const nextEvent = (): string => {
    count += 1;
    const user = users[Math.floor(Math.random() * users.length)] ?? '';
    const ids = `"user_id":"${user}","event_name":"${eventName}","id":"${run}-${count}"`;
    return `{${ids},"data":${data[count % bodies] ?? '{}'}}`;
  };
  return (): string => {
    const body = `[${Array.from({ length: size }, nextEvent).join(',')}]`;
    return (
      `POST /api/1/terminal/events:batch HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    );
  };
}

function newBody(): string {
  const body = {
    order_id: randomUUID(),
    amount: 1 + Math.floor(Math.random() * 100_000),
    currency: 'EUR',
    items: Array.from({ length: 3 }, () => `sku-${randomBytes(6).toString('hex')}`),
    note: '',
  };
  return JSON.stringify({ ...body, note: 'n'.repeat(bodyBytes - JSON.stringify(body).length) });
}
