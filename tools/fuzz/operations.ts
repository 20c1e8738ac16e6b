import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeclaredAnswers,
  openLast,
  type Document as DeclaredDocument,
} from '../../libs/testing/src/gateway/declared-answers.ts';
import { root } from '../bench/built.ts';

export type Schema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema?: Schema;
}

export interface Operation {
  /** `POST /api/1/terminal/webhooks/{webhook_id}:ping` */
  key: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  statuses: ReadonlySet<number>;
}

interface Described {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, object>;
}

interface Document extends DeclaredDocument {
  paths: Record<string, Record<string, Described>>;
  components: NonNullable<DeclaredDocument['components']> & { schemas: Record<string, Schema> };
}

export class OpenApi {
  readonly operations: Operation[];
  readonly problemMembers: readonly string[];
  readonly answers: DeclaredAnswers;
  readonly #document: Document;
  readonly #patterns: { pattern: RegExp; operation: Operation }[];

  constructor(document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as Document) {
    this.#document = document;
    this.answers = new DeclaredAnswers(document);
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => toOperation(path, method.toUpperCase(), described)),
    );
    this.problemMembers = (document.components.schemas['Problem']?.['required'] as string[] | undefined) ?? [];
    this.#patterns = this.operations.map((operation) => ({ pattern: patternOf(operation.path), operation }));
  }

  /** None where the nearest path has no such method, although another path with the method fits. */
  matching(method: string, target: string): Operation[] {
    const path = target.split('?')[0] ?? '';
    const asked = method === 'HEAD' ? 'GET' : method;
    const fitting = this.#patterns.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation);
    const [nearest] = fitting.map((operation) => openLast(operation.path)).sort();
    return fitting.filter((operation) => operation.method === asked && openLast(operation.path) === nearest);
  }

  /** Follows a `$ref`. An unknown schema has no rules. */
  resolve(schema: Schema | undefined): Schema {
    const ref = schema?.['$ref'];
    if (typeof ref !== 'string') return schema ?? {};
    return this.#document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};
  }
}

function toOperation(path: string, method: string, { parameters = [], requestBody, responses }: Described): Operation {
  const [content] = Object.values(requestBody?.content ?? {});
  return {
    key: `${method} ${path}`,
    method,
    path,
    // Shared parameters are headers, which a disturbed request has by chance.
    parameters: parameters.filter((each): each is Parameter => !('$ref' in each)),
    body: content && (content.schema ?? {}),
    statuses: new Set(Object.keys(responses).map(Number)),
  };
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
