interface Header {
  description: string;
  required?: boolean;
  schema: object;
  example?: unknown;
}

const text = { type: 'string' };

/** Every header of an answer that callers may rely on. */
export const answerHeaders: Record<string, Header> = {
  'X-Request-Id': {
    description: "The id of the request: the caller's own, or a new one.",
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128 },
    example: '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
  },
  'RateLimit-Policy': {
    description: 'How many requests a client or address may send in a second, while there is a limit.',
    schema: text,
    example: '"client";q=5000;w=1',
  },
  RateLimit: {
    description: 'How many requests are left, and after how many seconds there are more.',
    schema: text,
    example: '"client";r=4999;t=1',
  },
  'Retry-After': {
    description: 'Send the request again after so many seconds.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token (RFC 6750).',
    required: true,
    schema: text,
    example: 'Bearer realm="ces", error="invalid_token"',
  },
  'Idempotent-Replayed': {
    description: '`true` if the request was sent before under its `Idempotency-Key`: this is the first answer again.',
    schema: { type: 'string', const: 'true' },
  },
  'Ignored-Fields': {
    description: 'The fields of the body that the service does not know and has ignored, separated by commas.',
    schema: text,
    example: 'colour, person/age',
  },
  Link: {
    description:
      'The address of the next page with `rel="next"`, if there is one (RFC 8288). Lists outside the specification also have ' +
      'the page before with `rel="prev"`, and the first one with `rel="first"`.',
    schema: text,
    example: '<http://localhost:3000/api/1/admin/campaigns?cursor=WyIwMTk4Il0&limit=100>; rel="next"',
  },
  ETag: {
    description: 'The state of what is shown, for `If-None-Match`, and for `If-Match` of a change (RFC 9110).',
    required: true,
    schema: text,
    example: '"k0Wd2rY8nQeT1xLb.Zs7uAeBiKoRxNtMv"',
  },
  Location: {
    description: 'The address of what was made, or where the browser goes next.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
};

export const commonHeaders = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];

export function headersOf(names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * Says whether a repeated POST with a known key can get the first answer again. Refusals with the statuses below are
 * never recorded.
 */
export function mayBeReplayed(status: string): boolean {
  return !['401', '408', '413', '415', '429', '431', '503'].includes(status);
}
