import fc from 'fast-check';
import type { Draw } from './draw.ts';
import {
  contentTypes,
  junkAddresses,
  junkHeaders,
  junkLocales,
  junkQueries,
  junkTexts,
  junkValues,
  wrongKinds,
  otherMethods,
  rawBodies,
} from './junk.ts';
import type { OpenApi, Operation, Schema } from './operations.ts';
import type { Draft, FuzzRequest } from './request.ts';
import { arbitraryOf, spoiled } from './schema-arbitrary.ts';

export function mutated(api: OpenApi, { body }: Operation, draft: Draft, draw: Draw): Draft {
  const changed = structuredClone(draft);
  if (draw.chance() < 0.4) changed.body = withAnother(api, changed.body, body, draw);
  for (let count = draw.oneOf([1, 1, 2]); count > 0; count -= 1) mutateOnce(changed, draw);
  return changed;
}

function mutateOnce(draft: Draft, draw: Draw): void {
  const [params, query] = [Object.keys(draft.params), Object.keys(draft.query)];
  const places = [
    ...params.map((name) => () => {
      draft.params[name] = draw.oneOf(junkTexts);
    }),
    ...query.map((name) => () => {
      draft.query[name] = draw.oneOf(junkTexts);
    }),
    ...(draft.form ?? []).map((part) => () => {
      part[draw.oneOf(['name', 'value', 'fileName'] as const)] = draw.oneOf(junkTexts).replace(/["\r\n]/g, '');
    }),
    () => {
      draft.query['locale'] = draw.oneOf(junkLocales);
    },
    () => {
      draft.token = draw.oneOf([undefined, 'a.b.c', '']);
    },
  ];
  const inBody = () => {
    draft.body = mutatedValue(draft.body, draw);
  };
  if (draft.body !== undefined && draw.chance() < 0.7) inBody();
  else draw.oneOf(places)();
}

/** Adds a property that the schema allows but does not require. */
function withAnother(api: OpenApi, given: unknown, schema: Schema | undefined, draw: Draw): unknown {
  const properties = Object.entries((api.resolve(schema)['properties'] ?? {}) as Record<string, Schema>);
  if (properties.length === 0 || typeof given !== 'object' || given === null) return given;
  const [name, rule] = draw.oneOf(properties);
  const junk = fc.constantFrom<unknown>(...junkTexts, ...junkValues);
  const value = draw.from(fc.oneof({ weight: 3, arbitrary: arbitraryOf(api, rule) }, { weight: 1, arbitrary: junk }));
  return { ...given, [name]: value };
}

function mutatedValue(value: unknown, draw: Draw): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || draw.chance() < 0.25) return junkFor(value, draw);
  const key = draw.oneOf(keys);
  const held = value as Record<string, unknown>;
  if (draw.chance() < 0.15) {
    if (Array.isArray(held)) return [...(held as unknown[]), draw.oneOf(junkValues)];
    return Object.fromEntries(Object.entries(held).filter(([name]) => name !== key));
  }
  const inner = mutatedValue(held[key], draw);
  if (Array.isArray(held)) return (held as unknown[]).map((each, index) => (String(index) === key ? inner : each));
  return { ...held, [key]: inner, ...(draw.chance() < 0.1 ? { [draw.oneOf(junkTexts)]: 1 } : {}) };
}

function junkFor(value: unknown, draw: Draw): unknown {
  if (typeof value === 'string' && value.includes('://')) return draw.oneOf(junkAddresses);
  if (typeof value === 'string' && draw.chance() < 0.4) return draw.from(spoiled(value));
  if (draw.chance() < 0.4) return draw.oneOf(wrongKinds);
  return draw.chance() < 0.5 ? draw.oneOf(junkTexts) : draw.oneOf(junkValues);
}

/** Draws every part from the schemas. By chance the result may be a good request. */
export function randomDraft(api: OpenApi, operation: Operation, token: string | undefined, draw: Draw): Draft {
  const draft: Draft = { params: {}, query: {}, token };
  for (const parameter of operation.parameters) {
    const given = draw.from(fc.oneof(arbitraryOf(api, parameter.schema), fc.constantFrom(...junkTexts)));
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    if (parameter.in === 'path') draft.params[parameter.name] = text;
    else if (parameter.in === 'query' && draw.chance() < 0.4) draft.query[parameter.name] = text;
  }
  if (operation.body) draft.body = draw.from(arbitraryOf(api, operation.body));
  return draft;
}

/** Changes the bytes of the body, or the request around it. */
export function disturbed(request: FuzzRequest, draw: Draw): FuzzRequest {
  const hasBody = request.body !== undefined;
  const ways: (() => FuzzRequest)[] = [
    () => ({ ...request, headers: { ...request.headers, ...draw.oneOf(junkHeaders) } }),
    () => ({ ...request, target: withQuery(request.target, draw.oneOf(junkQueries)) }),
    () => ({ ...request, method: draw.oneOf(otherMethods) }),
    () => ({ ...request, target: draw.oneOf(odderPaths)(request.target) }),
    () => withBody(request, draw.oneOf(rawBodies)[1]),
  ];
  const forBodies: (() => FuzzRequest)[] = [
    () => withBody(request, draw.oneOf(rawBodies)[1]),
    () => withBody(request, draw.oneOf(rawBodies)[1]),
    () => ({ ...request, headers: { ...request.headers, 'Content-Type': draw.oneOf(contentTypes) } }),
    () => ({ ...request, headers: { ...request.headers, 'Content-Encoding': draw.oneOf(['gzip', 'br', 'identity']) } }),
    () => withBody(request, request.body?.slice(0, draw.from(fc.nat(40))) ?? ''),
  ];
  const way = draw.oneOf(hasBody ? [...ways, ...forBodies] : ways);
  return way();
}

const odderPaths: readonly ((target: string) => string)[] = [
  (target) => `${target}/`,
  (target) => target.replace('/api/', '/api//'),
  (target) => target.replace('/api/1', '/api/9'),
  (target) => target.replace(/\/[^/]*$/, '/%zz'),
  (target) => target.replace(/\/[^/]*$/, '/%00'),
  (target) => target.replace(/\/[^/]*$/, '/%ff%fe'),
  (target) => target.replace(/\/[^/]*$/, '/..%2f..%2fetc'),
  (target) => target.replace(/\/[^/]*$/, '/.'),
  (target) => target.replace(/\/[^/]*$/, `/${'x'.repeat(2_000)}`),
  (target) => target.toUpperCase(),
  (target) => `${target};a=b`,
];

function withQuery(target: string, query: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}

function withBody(request: FuzzRequest, body: string | Buffer): FuzzRequest {
  return { ...request, headers: { 'Content-Type': 'application/json', ...request.headers }, body };
}
