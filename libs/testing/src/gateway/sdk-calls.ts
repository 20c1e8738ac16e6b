import { surface } from './sdk-surface.js';

interface Schema {
  $ref?: string;
  type?: string;
  items?: Schema;
  oneOf?: Schema[];
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { in?: string; name?: string; $ref?: string }[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

interface Route extends Operation {
  method: string;
  path: string;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters?: Record<string, { in: string; name: string }> };
}

/** Calls of one route each, for `libs/sdk/src/generated/calls.ts`: the classes and methods of `surface`. */
export function sdkCallsOf(openapi: string): string {
  const document = JSON.parse(openapi) as Document;
  const routes = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { ...operation, method, path }]),
    ),
  );
  const types = new Set<string>();
  const classes = Object.entries(surface).map(([name, methods]) => {
    const texts = Object.entries(methods).map(([called, id]) => {
      const route = routes.get(id);
      if (route === undefined) throw new Error(`there is no operation ${id}`);
      return methodOf(called, route, document, types);
    });
    return `export class ${name} extends Calls {\n${texts.join('\n\n')}\n}\n`;
  });
  return `// Generated from docs/openapi.json: UPDATE_DOCS=1 npm test -- openapi
import { Calls, type QueryOf } from '../http/calls.ts';
import type { Items } from '../http/items.ts';
import { at, type CallOptions } from '../http/transport.ts';
import type {
  ${[...types].sort().join(',\n  ')},
} from './api.ts';

${classes.join('\n')}`;
}

function methodOf(called: string, route: Route, document: Document, types: Set<string>): string {
  const { operationId, method, path, requestBody, summary, description } = route;
  const query = queryOf(route, document);
  const answer = answerOf(route);
  const isList = method === 'get' && query.includes('limit') && answer?.type === 'array';
  const body = requestBody?.content?.['application/json']?.schema;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const optional = requestBody?.required === false ? '?' : '';
  const given = [
    ...inPath.map((name) => `${camel(name)}: string`),
    ...(body === undefined ? [] : [`body${optional}: ${typeOf(body, types)}`]),
    ...(query.length === 0 ? [] : [`query?: QueryOf<'${operationId}'>`]),
    'options?: CallOptions',
  ];
  const extras = [...(query.length === 0 ? [] : ['query']), ...(body === undefined ? [] : ['body'])];
  const call = extras.length === 0 ? 'options' : `{ ...options, ${extras.join(', ')} }`;
  const address =
    inPath.length === 0
      ? `'${path}'`
      : `at\`${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${${camel(name)}}`)}\``;
  const [gives, does] = isList
    ? [`Items<${typeOf(answer.items, types)}>`, `this.http.list(${address}, query, options)`]
    : [`Promise<${answered(route, types)}>`, `this.http.json('${method.toUpperCase()}', ${address}, ${call})`];
  return `  /** ${[summary, description]
    .filter((words) => words !== undefined)
    .map(sentence)
    .join(' ')} */
  ${called}(${given.join(', ')}): ${gives} {
    return ${does};
  }`;
}

/** The names of its parameters but the language, which is an option of every call. */
function queryOf({ parameters = [] }: Route, { components }: Document): string[] {
  const found = parameters.map(({ $ref, ...own }) => components.parameters?.[$ref?.split('/').pop() ?? ''] ?? own);
  return found.flatMap(({ in: place, name }) => (place === 'query' && name && name !== 'locale' ? [name] : []));
}

function answersOf({ responses }: Route): (Schema | undefined)[] {
  const answers = Object.entries(responses).flatMap(([status, answer]) => (/^2/.test(status) ? [answer] : []));
  return answers.map(({ content }) => content?.['application/json']?.schema);
}

/** The answer of the first status that means success. */
function answerOf(route: Route): Schema | undefined {
  return answersOf(route).find((each) => each !== undefined);
}

/** An answer without a body beside another one stands for `undefined`. */
function answered(route: Route, types: Set<string>): string {
  const answer = answerOf(route);
  if (answer === undefined) return 'void';
  return `${typeOf(answer, types)}${answersOf(route).includes(undefined) ? ' | undefined' : ''}`;
}

/** The type by its name in the document. */
function typeOf({ $ref, type, items, oneOf }: Schema = {}, types: Set<string>): string {
  if (type === 'array') return `${typeOf(items, types)}[]`;
  if (oneOf !== undefined) return oneOf.map((each) => typeOf(each, types)).join(' | ');
  const name = $ref?.split('/').pop();
  if (name === undefined) return 'object';
  types.add(name);
  return name;
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
