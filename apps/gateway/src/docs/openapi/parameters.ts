interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema?: object;
}

const uuid = '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11';

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'A retry with the same key repeats nothing. It gets the first answer again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255, example: 'order-4711' },
};

export const ifMatch = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  description: 'The `ETag` of what you read. If it was changed since then, the answer is 412, and nothing changes.',
  schema: { type: 'string', example: '"k0Wd2rY8nQeT1xLb.Zs7uAeBiKoRxNtMv"' },
};

export const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header' as const,
  required: false,
  description: 'The `ETag` of what you have. If nothing has changed, the answer is 304 without a body.',
  schema: { type: 'string', example: '"k0Wd2rY8nQeT1xLb.Zs7uAeBiKoRxNtMv"' },
};

export const locale = {
  name: 'locale',
  in: 'query' as const,
  required: false,
  description: 'Language of texts, such as `en_GB`. It takes precedence over Accept-Language.',
  schema: { type: 'string', pattern: '^[a-z]{2,3}_[A-Z]{2}$', example: 'en_GB' },
};

/** Headers of many operations, which refer to them. */
export const sharedParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'An id of your own for the request. Without one, or with a malformed one, the service makes one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$', example: uuid },
  },
  TraceParent: {
    name: 'traceparent',
    in: 'header',
    description: 'The trace that the request belongs to (W3C Trace Context).',
    schema: {
      type: 'string',
      pattern: '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      example: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    },
  },
  OnBehalfOf: {
    name: 'On-Behalf-Of',
    in: 'header',
    description:
      'For the token of an operator: the id of the client that the operator acts for, where rows belong to a client.',
    schema: { type: 'string', example: 'cl_7Qm2v9XcT4bLw8Kz' },
  },
} as const;

export type SharedParameter = { $ref: string };

export function shared(name: keyof typeof sharedParameters): SharedParameter {
  return { $ref: `#/components/parameters/${name}` };
}

/** The gateway reads these headers of any request, before its route. */
export const marks = [shared('RequestId'), shared('TraceParent')];

const named: Record<string, { description: string; example: string }> = {
  event_name: { description: 'The name of the event.', example: 'purchase' },
  user_id: { description: 'The id of the user.', example: 'x2Kd83jfLw0qPzR7vT1mNb4Yc' },
  provider_name: { description: 'The name of a configured OpenID provider.', example: 'demo' },
  owner_id: { description: "The user's identifier at the provider.", example: '248289761001' },
  segment_id: { description: 'The id of the segment.', example: uuid },
  webhook_id: { description: 'The id of the webhook.', example: uuid },
  listener_id: { description: 'The id of the listener.', example: uuid },
  batch: { description: 'The id of the batch: the `batch_id` of an attempt.', example: uuid },
  survey_id: { description: 'The id of the survey.', example: uuid },
  import_id: { description: 'The id of the import.', example: uuid },
  kind: { description: 'What the mail is about.', example: 'activation' },
  language: { description: 'The language of the mail.', example: 'en_GB' },
};

/** The meanings of `{id}` and `{name}`, by the part of the path before them. */
const byPlace: Record<string, { description: string; example: string }> = {
  'by-name': { description: 'The key of the object.', example: 'free-coffee' },
  imports: { description: 'The id of the import.', example: uuid },
  clients: { description: 'The id of the client.', example: 'cl_7Qm2v9XcT4bLw8Kz' },
  operators: { description: 'The id of the operator.', example: 'op_7Qm2v9XcT4bLw8Kz' },
  providers: { description: 'The name of the provider.', example: 'demo' },
  card: { description: 'The id of the card.', example: uuid },
  cards: { description: 'The id of the card.', example: uuid },
  'card-definitions': { description: 'The id or the name of the card definition.', example: 'default' },
  optins: { description: 'The id of the opt-in.', example: uuid },
  jobs: { description: 'The id of the job.', example: uuid },
  reconciliations: { description: 'The id of the reconciliation.', example: uuid },
  'dead-letters': { description: 'The id of the dead letter.', example: uuid },
  backtests: { description: 'The id of the backtest.', example: uuid },
  campaigns: { description: 'The id of the campaign.', example: uuid },
  coupons: { description: 'The id of the coupon.', example: uuid },
  'coupon-slips': { description: 'The id of the coupon slip.', example: uuid },
  slips: { description: 'The id of the coupon slip.', example: uuid },
  stacks: { description: 'The id of the stack.', example: uuid },
  surveys: { description: 'The id of the survey.', example: uuid },
};

export function explained<P extends Parameter>(parameter: P, path: string): P {
  if (parameter.in !== 'path' || parameter.description !== undefined) return parameter;
  const before = new RegExp(`([^/]+)/\\{${parameter.name}\\}`).exec(path)?.[1] ?? '';
  const known = named[parameter.name] ?? byPlace[before];
  if (!known) return parameter;
  const { description, example } = known;
  return { ...parameter, description, schema: { ...parameter.schema, example } };
}
