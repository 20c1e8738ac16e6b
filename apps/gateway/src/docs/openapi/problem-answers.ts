import { problems, type ProblemCode } from '@ces/contracts/problems';
import { commonHeaders, headersOf } from './answer-headers.js';

interface Answered {
  description: string;
  headers: object;
  content: Record<string, { schema: object }>;
}

const problemRef = { $ref: '#/components/schemas/Problem' };

/** Each of these answers is a component of the document, because most operations have it. */
const shared = {
  TokenRefused: ['token-missing', 'token-invalid'],
  ScopeMissing: ['scope-insufficient', 'second-factor-missing'],
  BodyTooSlow: ['body-too-slow'],
  BodyTooLarge: ['body-too-large'],
  MediaTypeUnsupported: ['media-type-unsupported'],
  IdempotencyKeyReused: ['idempotency-key-reused'],
  RateLimited: ['rate-limited'],
  HeadersTooLarge: ['headers-too-large'],
  ServiceUnavailable: ['service-unavailable'],
} as const satisfies Record<string, readonly ProblemCode[]>;

export const sharedAnswers = Object.fromEntries(
  Object.entries(shared).map(([name, codes]) => [name, answerOf(problems[codes[0]][0], codes)]),
);

export function problemAnswers(codes: Iterable<ProblemCode>): Map<string, object> {
  const byStatus = Map.groupBy([...new Set(codes)], (code) => problems[code][0]);
  return new Map([...byStatus].map(([status, list]) => [String(status), sharedOf(list) ?? answerOf(status, list)]));
}

function sharedOf(codes: readonly ProblemCode[]): object | undefined {
  const found = Object.entries(shared).find(
    ([, own]) => own.length === codes.length && own.every((code) => codes.includes(code)),
  );
  return found && { $ref: `#/components/responses/${found[0]}` };
}

function answerOf(status: number, codes: readonly ProblemCode[]): Answered {
  const code = { type: 'string', enum: codes, description: 'One of the codes that this operation answers.' };
  const schema = { allOf: [problemRef, { type: 'object', properties: { code } }] };
  return {
    description: codes.map((each) => `\`${each}\`: ${problems[each][1]}`).join('\n\n'),
    headers: headersOf([...commonHeaders, ...headersFor(status, codes)]),
    content: { 'application/problem+json': { schema } },
  };
}

function headersFor(status: number, codes: readonly ProblemCode[]): string[] {
  if (codes.join() === 'idempotency-key-reused') return ['Ignored-Fields'];
  if (status === 401 || status === 403) return ['WWW-Authenticate'];
  // A service may refuse with these after the gateway has checked the body.
  if (status === 429 || status === 503) return ['Retry-After', 'Ignored-Fields'];
  return [];
}

const usage = {
  type: 'object',
  required: ['campaign_id', 'name'],
  properties: {
    campaign_id: { type: 'string', description: 'The id of the campaign.' },
    name: { type: 'string', description: 'The name of the campaign.' },
  },
};

const fault = {
  type: 'object',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: {
      type: 'string',
      description: 'Where it is: a JSON pointer into the body (RFC 6901), or the name of a parameter.',
      example: '#/age',
    },
    code: { type: 'string', description: 'The rule that is broken.', example: 'is-int' },
    detail: { type: 'string', description: 'What is wrong, in words.', example: 'must be an integer number' },
  },
};

/** The members that only some problems have. */
const extras = {
  errors: {
    type: 'array',
    maxItems: 100,
    description: 'Every fault of the input.',
    items: { $ref: '#/components/schemas/Fault' },
  },
  usages: {
    type: 'array',
    maxItems: 100,
    description: 'With `segment-in-use` and `event-definition-in-use`: the campaigns that use it.',
    items: { $ref: '#/components/schemas/Usage' },
  },
  continue_from: {
    type: 'integer',
    minimum: 1,
    maximum: 4,
    description: 'With `registration-incomplete`: the number of the next missing step.',
  },
  step: {
    type: 'string',
    enum: ['user-credentials', 'user-person', 'user-optins', 'customer-card'],
    description: 'With `registration-incomplete`: the name of the next missing step.',
  },
  state: {
    type: 'string',
    enum: ['issued', 'redeemed', 'expired', 'revoked'],
    description: 'With `ticket-not-redeemable`: the state of the ticket.',
  },
};

const problem = {
  type: 'object',
  description: 'A refusal (RFC 9457). It says what is wrong and what to do.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: {
      type: 'string',
      format: 'uri',
      description: 'The address of a page that explains the code.',
      example: 'http://localhost:3000/problems/user-not-found',
    },
    title: { type: 'string', description: 'The code in words.', example: problems['user-not-found'][1] },
    status: { type: 'integer', description: 'The HTTP status of the answer.', example: 404 },
    detail: {
      type: 'string',
      description: 'What is wrong with this request.',
      example: 'There is no user with this id.',
    },
    instance: {
      type: 'string',
      description: 'The path of the request.',
      example: '/api/1/user/details/x2Kd83jfLw0qPzR7vT1mNb4Yc',
    },
    code: { type: 'string', description: 'What programs decide by. Codes do not change.', example: 'user-not-found' },
    request_id: {
      type: 'string',
      description: 'The id of the request, as in the header `X-Request-Id`. Support asks for it.',
      example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
    },
    ...extras,
  },
};

export const problemSchemas = { Problem: problem, Fault: fault, Usage: usage };
