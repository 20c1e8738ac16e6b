import { problems } from '@ces/contracts/problems';
import type { OpenAPIObject } from '@nestjs/swagger';
import { sharedParameters } from '../openapi/parameters.js';

/** The part of JSON Schema that our documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  [rule: string]: unknown;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

interface Answer {
  $ref?: string;
  description?: string;
  content?: Record<string, Media>;
}

interface RawOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
  security?: Record<string, string[]>[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  parameters: Parameter[];
  body: { type: string; media: Media } | undefined;
  answers: { status: string; description: string; type: string; schema: Schema | undefined }[];
  codes: string[];
  /** One entry per accepted kind of token, with its scopes. It is empty for a route without a token. */
  tokens: { scheme: string; scopes: string[] }[];
}

/** Headers that every operation takes. */
const marks = new Set<string>([sharedParameters.RequestId.name, sharedParameters.TraceParent.name]);

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

export class Operations {
  readonly all: Operation[];
  private readonly components: Record<string, Record<string, unknown> | undefined>;

  constructor(document: OpenAPIObject) {
    this.components = (document.components ?? {}) as Record<string, Record<string, unknown> | undefined>;
    this.all = Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method] as unknown as RawOperation | undefined;
        return operation ? [this.read(path, method, operation)] : [];
      }),
    );
  }

  tags(): string[] {
    return [...new Set(this.all.map(({ tag }) => tag))];
  }

  schema(given: Schema): Schema {
    return this.resolved(given);
  }

  private read(path: string, method: string, raw: RawOperation): Operation {
    const [type, media] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
    const answers = Object.entries(raw.responses).map(([status, given]) => this.answer(status, this.resolved(given)));
    const said = answers.map(({ description }) => description).join('\n');
    return {
      ...{ id: raw.operationId, method: method.toUpperCase(), path, tag: raw.tags?.[0] ?? 'Other' },
      summary: raw.summary ?? raw.operationId,
      description: raw.description ?? '',
      parameters: (raw.parameters ?? [])
        .map((each) => this.resolved(each) as Parameter)
        .filter(({ name }) => !marks.has(name)),
      body: type !== undefined && media ? { type, media } : undefined,
      answers,
      codes: [...new Set([...said.matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code))].filter((code) =>
        Object.hasOwn(problems, code),
      ),
      tokens: (raw.security ?? []).flatMap((each) =>
        Object.entries(each).map(([scheme, scopes]) => ({ scheme, scopes })),
      ),
    };
  }

  private answer(status: string, { description = '', content = {} }: Answer): Operation['answers'][number] {
    const [type = '', media] = Object.entries(content)[0] ?? [];
    return { status, description, type, schema: media?.schema };
  }

  private resolved<T extends object>(given: T): T {
    const { $ref } = given as { $ref?: string };
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec($ref ?? '') ?? [];
    const found = this.components[kind]?.[name];
    return found === undefined ? given : this.resolved(found as T);
  }
}
