import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Operation {
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

interface Answer {
  status: number;
  contentType: string;
  body: unknown;
}

const file = resolve(import.meta.dirname, '../../../../docs/openapi.json');

/** Checks answers of the gateway against docs/openapi.json: each status must be declared, and each body must fit its schema. */
export class DeclaredAnswers {
  private readonly document: OpenApi;
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly patterns: [RegExp, string][];
  private readonly validators = new Map<string, ValidateFunction>();

  private constructor() {
    this.document = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
    this.ajv.addSchema(closed(this.document) as object, 'openapi');
    this.patterns = Object.keys(this.document.paths).map((path) => [patternOf(path), path]);
  }

  private static known: DeclaredAnswers | undefined;

  static get(): DeclaredAnswers {
    return (DeclaredAnswers.known ??= new DeclaredAnswers());
  }

  /** Returns what is wrong with an answer, or undefined. Requests without an operation are not checked. */
  faultOf(method: string, url: string, { status, contentType, body }: Answer): string | undefined {
    const pathname = url.split('?', 1)[0] ?? '';
    const path = this.patterns.find(([pattern]) => pattern.test(pathname))?.[1];
    const operation = path === undefined ? undefined : this.document.paths[path]?.[method.toLowerCase()];
    if (path === undefined || operation === undefined) return undefined;
    const response = operation.responses[status];
    if (!response) return `${status} is not declared`;
    const type = Object.keys(response.content ?? {}).find((each) => contentType.startsWith(each));
    if (type === undefined && response.content) return `${contentType} of ${status} is not declared`;
    if (type === undefined || body === undefined) return undefined;
    const validate = this.validatorOf([
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
    ]);
    return validate(body) ? undefined : `the body of ${status} does not fit: ${this.ajv.errorsText(validate.errors)}`;
  }

  private validatorOf(steps: string[]): ValidateFunction {
    const pointer = [...steps, 'schema'].map((step) => encodeURIComponent(escape(step))).join('/');
    const known = this.validators.get(pointer);
    if (known) return known;
    const validate = this.ajv.compile({ $ref: `openapi#/${pointer}` });
    this.validators.set(pointer, validate);
    return validate;
  }
}

function escape(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A parameter matches neither a slash nor the colon of an action. */
function patternOf(path: string): RegExp {
  const text = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/:]+');
  return new RegExp(`^${text}$`);
}

/** The document with every object closed, so that a member that no class declares is a fault. Problems may have more (RFC 9457). */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  if (isObjectSchema(copy) && copy['additionalProperties'] === undefined && copy['allOf'] === undefined) {
    copy['additionalProperties'] = false;
  }
  return copy;
}

function isObjectSchema(node: Record<string, unknown>): boolean {
  const { type, properties } = node;
  return type === 'object' && typeof properties === 'object' && properties !== null && !('request_id' in properties);
}
