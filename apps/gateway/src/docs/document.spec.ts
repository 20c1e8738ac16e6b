import { identityRoutes } from '@ces/contracts/identity/tokens/oauth-routes';
import { problems, type ProblemCode } from '@ces/contracts/problems';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  placesOf,
  propertiesOf,
  publishedDocuments,
  type Answer,
  type Document,
  type Place,
  type Schema,
} from '../../test/published-document.js';

const rows = readFileSync(resolve(import.meta.dirname, '../../../../docs/rows.md'), 'utf8');

const fractions = ['duration_ms', 'progress'];
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:/;
const momentNames = /^(created|updated|at|time|.*_at|since|until|expiration|disabled)$/;

describe('in the OpenAPI document', () => {
  let document: Document;
  let places: Place[];
  let properties: { at: string; schema: Schema }[];

  beforeAll(async () => {
    document = (await publishedDocuments()).openApi;
    places = placesOf(document);
    properties = propertiesOf({ ...document.components.schemas, paths: document.paths });
  });

  const answersOf = ({ operation }: Place): [string, Answer][] =>
    Object.entries(operation.responses).map(([status, answer]) => {
      const shared = document.components.responses[answer.$ref?.split('/').at(-1) ?? ''];
      return [status, shared ?? answer];
    });
  const ours = () => places.filter(({ path }) => path.startsWith('/api/'));
  const keys = (list: Place[]) => list.map(({ key }) => key);
  const isList = ({ operation }: Place) =>
    operation.responses['200']?.content?.['application/json']?.schema?.type === 'array' &&
    operation.parameters?.some(({ name }) => name === 'cursor');

  it('each operation has a title, a description and an id of its own', () => {
    expect(places.length).toBeGreaterThan(120);
    expect(keys(places.filter(({ operation: { summary, description } }) => !summary || !description))).toEqual([]);
    const ids = places.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('each operation has one tag, and each tag is declared, described and used', () => {
    const used = places.flatMap(({ operation }) => operation.tags ?? []);
    expect(used.length).toBe(places.length);
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(new Set(used));
    expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  });

  it('each property has a description', () => {
    expect(properties.length).toBeGreaterThan(500);
    expect(properties.filter(({ schema }) => !schema.description).map(({ at }) => at)).toEqual([]);
  });

  it('each property has a type', () => {
    const untyped = properties.filter(({ schema }) => {
      if (schema.type === 'object') return !schema.properties && schema['additionalProperties'] === undefined;
      const others = ['$ref', 'oneOf', 'anyOf', 'const', 'enum'];
      return schema.type === undefined && !others.some((keyword) => keyword in schema);
    });
    expect(untyped.map(({ at }) => at)).toEqual([]);
  });

  it('each moment names its format', () => {
    const isMoment = ({ at, schema: { type, example } }: { at: string; schema: Schema }) =>
      [type].flat().includes('string') &&
      (momentNames.test(at.split('/').at(-1) ?? '') || (typeof example === 'string' && moment.test(example)));
    const moments = properties.filter(isMoment);
    expect(moments.length).toBeGreaterThan(30);
    const formless = moments.filter(({ schema }) => schema.format !== 'date-time' && schema['pattern'] === undefined);
    expect(formless.map(({ at }) => at)).toEqual([]);
  });

  it('each number is an integer, except those that may have a fraction', () => {
    const inParameters = places.flatMap(({ key, operation }) =>
      (operation.parameters ?? []).map(({ name, schema }) => ({ at: `${key}/${name}`, schema })),
    );
    const numbers = [...properties, ...inParameters].filter(({ schema }) => [schema.type].flat().includes('number'));
    expect(new Set(numbers.map(({ at }) => at.split('/').at(-1)))).toEqual(new Set(fractions));
  });

  it('each parameter has a description and a type', () => {
    const bad = places.flatMap(({ key, operation }) =>
      (operation.parameters ?? [])
        .filter(({ description, schema }) => !description || (schema.type === undefined && !schema.$ref))
        .map(({ name }) => `${key} ${name}`),
    );
    expect(bad).toEqual([]);
  });

  it('each operation takes the headers that name its request and its trace, or for whom an operator calls', () => {
    for (const { key, operation } of places) {
      const names = (operation.parameters ?? []).filter(({ in: place }) => place === 'header').map(({ name }) => name);
      const ofClients = operation.security?.some((each) => 'client_access_token' in each);
      const wanted = ['X-Request-Id', 'traceparent', ...(ofClients ? ['On-Behalf-Of'] : [])];
      expect([key, names]).toEqual([key, expect.arrayContaining(wanted)]);
      expect([key, names.includes('On-Behalf-Of')]).toEqual([key, ofClients ?? false]);
    }
    const row2 = places.find(({ key }) => key === 'POST /api/1/terminal/{user_id}/events/{event_name}');
    expect(row2?.operation.parameters?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ce-id', 'ce-source', 'ce-time']),
    );
  });

  it('the paths of the 35 rows are those of the specification, with its names of parameters', () => {
    const specified = [...rows.matchAll(/^\| +\d+ \| `([A-Z]+ [^`]+)`/gm)].map(([, row = '']) => row);
    expect(specified.length).toBe(35);
    expect(specified.filter((row) => !keys(places).includes(row))).toEqual([]);
  });

  it('the routes of OAuth are those of identity, without its pages and what only they call', () => {
    const documented = places.map(({ key }) => key).filter((key) => / \/(oauth2|\.well-known)\//.test(key));
    const all = Object.entries(identityRoutes).flatMap(([path, methods]) => methods.map((each) => `${each} ${path}`));
    expect(documented.filter((key) => !all.includes(key))).toEqual([]);
    const others = all.filter((key) => !documented.includes(key));
    const isPage = /\/:uid|\/console\/|\/(sign-in|success|confirm|callback|passkey\.js)$|^POST .*\/device\/verify$/;
    expect(others.filter((key) => !isPage.test(key))).toEqual([]);
  });

  it('each answer has its headers', () => {
    const missing = ours().flatMap((place) =>
      answersOf(place).flatMap(([status, { headers = {} }]) => {
        const good = status.startsWith('2');
        const needed = [
          'X-Request-Id',
          'RateLimit',
          'RateLimit-Policy',
          ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
          ...(['401', '403'].includes(status) ? ['WWW-Authenticate'] : []),
          ...(good && isList(place) ? ['Link'] : []),
          ...(good && place.operation.parameters?.some(({ name }) => name === 'Idempotency-Key')
            ? ['Idempotent-Replayed']
            : []),
        ];
        return needed.filter((name) => !(name in headers)).map((name) => `${place.key} ${status} ${name}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  it('row 16, a GET with a body, can be refused for the body, and names the fields that it ignores', () => {
    const row16 = places.filter(({ key }) => key === 'GET /api/1/user/optins');
    const answers = new Map(row16.flatMap(answersOf));
    expect(answers.get('200')?.headers).toHaveProperty('Ignored-Fields');
    for (const code of ['validation-failed', 'malformed-json', 'key-duplicated'])
      expect(JSON.stringify(answers.get('400'))).toContain(code);
  });

  it('each success names the type of its content, unless it has none', () => {
    const silent = places.filter((place) =>
      answersOf(place).some(
        ([status, { content }]) => /^20[0-3]$/.test(status) && !Object.values(content ?? {})[0]?.schema,
      ),
    );
    expect(keys(silent)).toEqual(['POST /oauth2/revoke']);
  });

  it('each refusal names its codes, which have its status', () => {
    for (const place of ours()) {
      for (const [status, { content }] of answersOf(place).filter(([each]) => Number(each) >= 400)) {
        const parts = content?.['application/problem+json']?.schema?.['allOf'] as Schema[];
        const codes = (parts[1]?.properties?.['code']?.['enum'] ?? []) as ProblemCode[];
        expect([place.key, codes.length > 0]).toEqual([place.key, true]);
        expect(codes.filter((code) => String(problems[code][0]) !== status)).toEqual([]);
      }
    }
  });

  it('each operation can be refused for its parameters, its headers, its rate and an outage', () => {
    for (const { key, operation } of ours()) {
      const needed = ['400', '429', '431', '503', ...(operation.security?.length ? ['401', '403'] : [])];
      expect([key, needed.filter((status) => !(status in operation.responses))]).toEqual([key, []]);
    }
  });

  it('each JSON body has an example that fits its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'openapi');
    for (const { key, operation } of places) {
      const json = operation.requestBody?.content['application/json'];
      if (!json) continue;
      const examples = json.examples ? Object.values(json.examples).map(({ value }) => value) : [json.example];
      const schema = JSON.parse(JSON.stringify(json.schema).replaceAll('"#/', '"openapi#/')) as object;
      for (const example of examples) {
        expect([key, example]).not.toEqual([key, undefined]);
        expect([key, ajv.validate(schema, example), ajv.errorsText()]).toEqual([key, true, 'No errors']);
      }
    }
  });

  it('uploads are forms with a file', () => {
    const forms = places.filter(({ operation }) => operation.requestBody?.content['multipart/form-data']);
    expect(keys(forms).sort()).toEqual([
      'POST /api/1/admin/cards',
      'POST /api/1/admin/coupons/{id}/codes',
      'POST /api/1/admin/imports',
      'POST /api/1/external-segmentation/external-segment',
      'POST /api/1/external-segmentation/external-segment/{segment_id}',
    ]);
    for (const { operation } of forms) {
      const { required, properties: fields } = operation.requestBody?.content['multipart/form-data']?.schema ?? {};
      expect(fields?.['file']).toMatchObject({
        format: 'binary',
        contentMediaType: expect.stringMatching(/csv|ndjson/) as string,
      });
      expect(required).toContain('file');
    }
  });

  it.each([
    ['Effect', 'type', ['claim_coupon', 'transaction', 'ask_survey']],
    ['SimulatedEffect', 'type', ['claim_coupon', 'transaction', 'ask_survey']],
    ['Window', 'type', ['total', 'rolling', 'calendar']],
    ['Cap', 'scope', ['user', 'campaign']],
  ])('%s is a union that %s decides', (name, propertyName, values) => {
    const { schemas } = document.components;
    expect(schemas[name]).toMatchObject({ discriminator: { propertyName } });
    const { mapping } = schemas[name]?.['discriminator'] as { mapping: Record<string, string> };
    expect(Object.keys(mapping)).toEqual(values);
    for (const [value, ref] of Object.entries(mapping)) {
      const variant = schemas[ref.split('/').at(-1) ?? ''];
      expect(variant?.properties?.[propertyName]).toMatchObject({ const: value });
      expect(variant?.required).toContain(propertyName);
    }
  });

  it('each schema is used', () => {
    const text = JSON.stringify(document);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });
});

describe('in the AsyncAPI document', () => {
  let document: Record<string, unknown>;

  beforeAll(async () => {
    document = (await publishedDocuments()).asyncApi;
  });

  it('there is a server, and one channel that uses it', () => {
    expect(document).toMatchObject({
      servers: { receiver: { host: expect.any(String), protocol: 'https' } },
      channels: { webhook: { servers: [{ $ref: '#/servers/receiver' }] } },
    });
    expect(Object.keys(document['channels'] as object)).toEqual(['webhook']);
  });

  it('each property has a description', () => {
    const bare = propertiesOf(document).filter(({ schema }) => !schema.description);
    expect(bare.map(({ at }) => at)).toEqual([]);
  });

  it('no fact of the bus is named', () => {
    expect(JSON.stringify(document)).not.toMatch(/erasure-receipt|event-log|"(identity|campaigns|cards)\./);
  });
});
