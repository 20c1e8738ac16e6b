import { problems, type ProblemCode } from '@ces/contracts/problems';
import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  'x-problems'?: ProblemCode[];
  'x-token'?: object;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The refusals of a body before its fields are validated. */
export const bodyProblems = [
  'malformed-json',
  'nesting-too-deep',
  'key-duplicated',
  'negative-zero',
  'body-too-slow',
  'body-too-large',
  'media-type-unsupported',
] as const;

/** Adds the errors that follow from an operation's token and method, so that no route can forget one. */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths)) {
    for (const method of methods) {
      const operation = path[method] as Operation | undefined;
      if (operation) complete(operation, method);
    }
  }
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, Problem: problemSchema };
  return document;
}

function complete(operation: Operation, method: (typeof methods)[number]): void {
  const codes = new Set<ProblemCode>(operation['x-problems'] ?? []);
  codes.add('parameter-invalid').add('rate-limited').add('service-unavailable').add('headers-too-large');
  if (operation['x-token'])
    for (const code of ['token-missing', 'token-invalid', 'scope-insufficient'] as const) codes.add(code);
  // A body that a route does not need is read as well, except on a GET.
  if (operation.requestBody ?? method !== 'get') for (const code of bodyProblems) codes.add(code);
  if (method === 'put' || method === 'patch') codes.add('precondition-failed');
  if (method === 'get' && showsOneThing(operation))
    operation.responses['304'] = { description: 'It has the ETag that `If-None-Match` names' };
  if (method === 'post') {
    codes.add('idempotency-in-progress').add('idempotency-key-reused');
    (operation.parameters ??= []).push(idempotencyKey);
  }
  (operation.parameters ??= []).push(locale);
  delete operation['x-problems'];
  delete operation['x-token'];
  for (const [status, list] of byStatus(codes)) {
    operation.responses[status] = {
      description: list.map((code) => `\`${code}\`: ${problems[code][1]}`).join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
}

/** Lists have no ETag. */
function showsOneThing({ responses }: Operation): boolean {
  const { content } = responses['200'] as { content?: Record<string, { schema?: { type?: unknown } }> };
  const json = content?.['application/json'];
  return json !== undefined && json.schema?.type !== 'array';
}

function byStatus(codes: Set<ProblemCode>): Map<string, ProblemCode[]> {
  const grouped = new Map<string, ProblemCode[]>();
  for (const code of codes) {
    const status = String(problems[code][0]);
    grouped.set(status, [...(grouped.get(status) ?? []), code]);
  }
  return grouped;
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'A retry with the same key repeats nothing. It gets the first answer again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const locale = {
  name: 'locale',
  in: 'query' as const,
  required: false,
  description: 'Language of texts, such as `en_GB`. It takes precedence over Accept-Language.',
  schema: { type: 'string', pattern: '^[a-z]{2,3}_[A-Z]{2}$' },
};

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problems) },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
};
