import type { ProblemCode } from '@ces/contracts/problems';
import type { OpenAPIObject } from '@nestjs/swagger';
import { isByName } from '../access/rate-and-key.guard.js';
import { answerHeaders, commonHeaders, headersOf, mayBeReplayed } from './openapi/answer-headers.js';
import { splitUnions } from './openapi/campaign-unions.js';
import { exampleOf } from './openapi/examples.js';
import { oauthPaths } from './openapi/oauth-paths.js';
import { oauthSchemas, oauthSecurity } from './openapi/oauth-schemas.js';
import { license } from './openapi/license.js';
import {
  explained,
  idempotencyKey,
  ifMatch,
  ifNoneMatch,
  locale,
  marks,
  shared,
  sharedParameters,
  type SharedParameter,
} from './openapi/parameters.js';
import { problemAnswers, problemSchemas, sharedAnswers } from './openapi/problem-answers.js';
import { tags } from './openapi/tags.js';

type Schema = Record<string, unknown>;

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: object;
}

interface Answer {
  description?: string;
  headers?: object;
  content?: Record<string, Content>;
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema?: object;
}

interface Operation {
  parameters?: (Parameter | SharedParameter)[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Answer>;
  security?: object[];
  'x-problems'?: ProblemCode[];
  'x-token'?: { use: string }[];
  'x-body'?: Operation['requestBody'];
  'x-no-key'?: true;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof methods)[number];

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

/** Adds what follows from an operation's token, method and body, so that no route can forget it, and the paths of OAuth. */
export function completeDocument(document: OpenAPIObject): OpenAPIObject {
  const schemas: Record<string, unknown> = { ...document.components?.schemas, ...problemSchemas, ...oauthSchemas };
  splitUnions(schemas);
  for (const schema of Object.values(schemas)) shortenReferences(schema);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method] as Operation | undefined;
      if (operation) complete(operation, { path, method, schemas, read: item.get as Operation | undefined });
    }
  }
  Object.assign(document.paths, oauthPaths);
  document.tags = tags;
  document.info.license = license;
  document.components = {
    ...document.components,
    schemas,
    parameters: sharedParameters,
    headers: answerHeaders,
    responses: sharedAnswers as object,
    securitySchemes: { ...document.components?.securitySchemes, ...oauthSecurity },
  } as NonNullable<OpenAPIObject['components']>;
  return document;
}

/** OpenAPI 3.0 needed `allOf` around a reference with a description. Since 3.1 both may stand together. */
function shortenReferences(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { allOf, properties = {} } = schema as { allOf?: unknown[]; properties?: object };
  if (allOf?.length === 1) {
    Object.assign(schema, allOf[0]);
    Reflect.deleteProperty(schema, 'allOf');
  }
  for (const property of Object.values(properties)) shortenReferences(property);
}

interface Place {
  path: string;
  method: Method;
  schemas: Record<string, unknown>;
  /** The GET of the path. */
  read: Operation | undefined;
}

function complete(operation: Operation, place: Place): void {
  operation.security ??= [];
  if (operation['x-body']) operation.requestBody = operation['x-body'];
  const keyed = takesKey(place) && !operation['x-no-key'];
  const tagged = place.method === 'get' && showsOneThing(operation);
  addHeaders(operation, place, keyed);
  if (tagged) addUnchanged(operation.responses);
  if (tagged || showsNewState(operation, place)) addTag(operation.responses['200']);
  for (const [status, answer] of problemAnswers(codesOf(operation, place, keyed))) {
    operation.responses[status] = withHeaders(answer, headersOfRefusal(operation, place, status, keyed));
  }
  const headers = [
    ...(keyed ? [idempotencyKey] : []),
    ...(tagged ? [ifNoneMatch] : []),
    ...(changes(place.method) ? [ifMatch] : []),
  ];
  const own = [...(operation.parameters ?? []), ...headers, locale];
  operation.parameters = [
    ...own.map((each) => ('$ref' in each ? each : explained(each, place.path))),
    ...(takesClients(operation) ? [shared('OnBehalfOf')] : []),
    ...marks,
  ];
  addExamples(operation, place.schemas);
  for (const extension of ['x-problems', 'x-token', 'x-body', 'x-no-key'] as const)
    Reflect.deleteProperty(operation, extension);
}

/** An operator may call for a client. */
function takesClients(operation: Operation): boolean {
  return operation['x-token']?.some(({ use }) => use === 'client') ?? false;
}

function takesKey({ method, path }: Place): boolean {
  return method === 'post' || (method === 'put' && isByName(path));
}

function codesOf(operation: Operation, { path, method }: Place, keyed: boolean): Set<ProblemCode> {
  const codes = new Set<ProblemCode>(operation['x-problems'] ?? []);
  codes.add('parameter-invalid').add('rate-limited').add('service-unavailable').add('headers-too-large');
  if (operation['x-token'])
    for (const code of ['token-missing', 'token-invalid', 'scope-insufficient', 'second-factor-missing'] as const)
      codes.add(code);
  if (takesClients(operation)) codes.add('client-missing');
  // A parameter of more than 1,024 characters, or with a colon before an action, belongs to no route.
  if (path.includes('{')) codes.add('route-not-found');
  // A body that a route does not need is read as well, except on a GET.
  if (operation.requestBody ?? method !== 'get') for (const code of bodyProblems) codes.add(code);
  // Fields are refused where the route takes no body.
  if (!operation.requestBody && method !== 'get' && isAdministrative(path)) codes.add('validation-failed');
  if (changes(method)) codes.add('precondition-failed');
  if (keyed) codes.add('idempotency-in-progress').add('idempotency-key-reused');
  return codes;
}

/** The methods whose `If-Match` is compared. */
function changes(method: Method): boolean {
  return method === 'put' || method === 'patch';
}

/** Lists, and contents other than JSON, have no ETag. */
function showsOneThing({ responses }: Operation): boolean {
  const json = responses['200']?.content?.['application/json'];
  return json !== undefined && json.schema?.['type'] !== 'array';
}

/** The answer of a change is what a GET answers now. Other answers of changes have no ETag. */
function showsNewState(operation: Operation, { method, read }: Place): boolean {
  return changes(method) && read !== undefined && showsOneThing(read) && schemaOf(read) === schemaOf(operation);
}

function schemaOf({ responses }: Operation): string | undefined {
  return JSON.stringify(responses['200']?.content?.['application/json']?.schema);
}

function addTag(shown: Answer | undefined): void {
  if (shown) shown.headers = { ...shown.headers, ...headersOf(['ETag']) };
}

function addUnchanged(responses: Operation['responses']): void {
  responses['304'] = {
    description: 'It is unchanged: it has an ETag that `If-None-Match` names.',
    headers: headersOf([...commonHeaders, 'ETag']),
  };
}

function addHeaders(operation: Operation, place: Place, keyed: boolean): void {
  const paged = operation.parameters?.some((each) => 'name' in each && each.name === 'cursor') ?? false;
  for (const [status, answer] of Object.entries(operation.responses)) {
    const own = [
      ...(status === '201' ? ['Location'] : []),
      ...(paged ? ['Link'] : []),
      ...(keyed ? ['Idempotent-Replayed'] : []),
      ...(ignoresFields(operation, place) ? ['Ignored-Fields'] : []),
    ];
    answer.headers = { ...headersOf([...commonHeaders, ...own]), ...answer.headers };
  }
}

function headersOfRefusal(operation: Operation, place: Place, status: string, keyed: boolean): object {
  const replayed = keyed && mayBeReplayed(status) ? ['Idempotent-Replayed'] : [];
  const ignored = ignoresFields(operation, place) ? ['Ignored-Fields'] : [];
  const later =
    keyed && status === '409' ? { 'Retry-After': { ...answerHeaders['Retry-After'], required: false } } : {};
  return { ...headersOf([...replayed, ...ignored]), ...later };
}

/** Leaves a shared answer as it is: it comes before the body is checked, or names these headers itself. */
function withHeaders(answer: Answer, headers: object): Answer {
  return '$ref' in answer ? answer : { ...answer, headers: { ...answer.headers, ...headers } };
}

function isAdministrative(path: string): boolean {
  return path.startsWith('/api/1/admin/');
}

/** Rows of the specification ignore fields that they do not know, and name them. Other bodies are data of the caller. */
function ignoresFields({ requestBody, ...operation }: Operation, { path, method }: Place): boolean {
  if (isAdministrative(path)) return false;
  // Row 16 is a GET that reads a body.
  if (!requestBody) return method !== 'get' || operation['x-problems']?.includes('malformed-json') === true;
  return Object.entries(requestBody.content).some(
    ([type, { schema }]) => type === 'multipart/form-data' || (schema && schema['additionalProperties'] === undefined),
  );
}

function addExamples({ requestBody }: Operation, schemas: Record<string, unknown>): void {
  const json = requestBody?.content['application/json'];
  if (json?.schema && !json.examples) json.example ??= exampleOf(json.schema, schemas);
}
