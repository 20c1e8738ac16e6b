import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Header {
  required?: boolean;
}

interface Response {
  $ref?: string;
  headers?: Record<string, Header & { $ref?: string }>;
  content?: Record<string, unknown>;
}

export interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components?: { headers?: Record<string, Header>; responses?: Record<string, Response> };
}

export interface DeclaredAnswer {
  status: number;
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Undefined when the body is not JSON. */
  body: unknown;
}

const file = resolve(import.meta.dirname, '../../../../docs/openapi.json');

/** The formats that the document names. A text of another format is a fault. */
const formats = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  uri: (text: string): boolean => URL.canParse(text),
};

/**
 * Checks answers of the gateway against docs/openapi.json: status, headers and content type must be declared, and the
 * body must fit its schema.
 */
export class DeclaredAnswers {
  private readonly ajv = new Ajv2020({ strict: false, formats, logger: false });
  private readonly patterns: [RegExp, string][];
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly document: Document;

  constructor(document: Document) {
    this.document = document;
    this.ajv.addSchema(closed(document) as object, 'openapi');
    this.patterns = Object.keys(document.paths)
      .map((path) => [openLast(path), path] as const)
      .sort(([one], [other]) => (one === other ? 0 : one < other ? -1 : 1))
      .map(([, path]) => [patternOf(path), path]);
  }

  private static known: DeclaredAnswers | undefined;

  static get(): DeclaredAnswers {
    return (DeclaredAnswers.known ??= new DeclaredAnswers(JSON.parse(readFileSync(file, 'utf8')) as Document));
  }

  /** Requests without an operation in the document are not checked. */
  faultOf(method: string, url: string, answer: DeclaredAnswer): string | undefined {
    const pathname = url.split('?', 1)[0] ?? '';
    const path = this.patterns.find(([pattern]) => pattern.test(pathname))?.[1];
    return path === undefined ? undefined : this.faultOfOperation(method, path, answer);
  }

  faultOfOperation(method: string, path: string, answer: DeclaredAnswer): string | undefined {
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) return undefined;
    const { status } = answer;
    const declared = operation.responses[status];
    if (!declared) return `${status} is not declared`;
    const shared = declared.$ref?.split('/').at(-1);
    const steps = shared
      ? ['components', 'responses', shared]
      : ['paths', path, method.toLowerCase(), 'responses', String(status)];
    const response = shared ? (this.document.components?.responses?.[shared] ?? {}) : declared;
    return this.faultOfHeaders(response, answer) ?? this.faultOfBody(response, answer, steps);
  }

  private faultOfHeaders({ headers = {} }: Response, answer: DeclaredAnswer): string | undefined {
    const known = this.document.components?.headers ?? {};
    const declared = Object.entries(headers).map(([name, header]) => ({
      name: name.toLowerCase(),
      required: (header.$ref === undefined ? header : known[header.$ref.split('/').at(-1) ?? ''])?.required === true,
    }));
    const missing = declared.find(({ name, required }) => required && answer.headers[name] === undefined);
    if (missing) return `${answer.status} has no ${missing.name}`;
    const names = new Set(declared.map(({ name }) => name));
    const surplus = Object.keys(known).find(
      (name) => answer.headers[name.toLowerCase()] !== undefined && !names.has(name.toLowerCase()),
    );
    return surplus === undefined ? undefined : `the ${surplus} of ${answer.status} is not declared`;
  }

  private faultOfBody({ content }: Response, answer: DeclaredAnswer, steps: string[]): string | undefined {
    const { status, headers, body } = answer;
    const contentType = headers['content-type'];
    if (contentType === undefined || headers['content-length'] === '0') return undefined;
    const type = Object.keys(content ?? {}).find((each) => contentType.startsWith(each));
    if (type === undefined) return `${contentType} of ${status} is not declared`;
    if (body === undefined) return undefined;
    const validate = this.validatorOf([...steps, 'content', type, 'schema']);
    return validate(body) ? undefined : `the body of ${status} does not fit: ${this.ajv.errorsText(validate.errors)}`;
  }

  private validatorOf(steps: string[]): ValidateFunction {
    const pointer = steps.map((step) => encodeURIComponent(escape(step))).join('/');
    const known = this.validators.get(pointer);
    if (known) return known;
    const validate = this.ajv.compile({ $ref: `openapi#/${pointer}`, unevaluatedProperties: false });
    this.validators.set(pointer, validate);
    return validate;
  }
}

function escape(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * Sorts the nearest path first: a fixed word before a parameter, and an action before an id. Of several paths that match a request,
 * OpenAPI means this one.
 */
export function openLast(path: string): string {
  return path.replace(/\{[^}]+\}(?=\/|$)/g, '\uffff').replace(/\{[^}]+\}/g, '\ufffe');
}

/** A parameter matches neither a slash nor the colon of an action. */
function patternOf(path: string): RegExp {
  const text = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/:]+');
  return new RegExp(`^${text}$`);
}

/** Closes every object, so that a member that no class declares is a fault. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    // A schema in `allOf` is only a part of an object.
    Object.entries(node).map(([key, value]) => [key, key === 'allOf' ? (value as unknown) : closed(value)]),
  );
  if (isWholeObject(copy)) copy['additionalProperties'] = false;
  return copy;
}

/** A problem stays open: `allOf` narrows its code, and the validator of the whole body closes it. */
function isWholeObject(node: Record<string, unknown>): boolean {
  const { type, properties, additionalProperties, allOf } = node;
  const isObject = type === 'object' && typeof properties === 'object' && properties !== null;
  return isObject && additionalProperties === undefined && allOf === undefined && !('request_id' in properties);
}
