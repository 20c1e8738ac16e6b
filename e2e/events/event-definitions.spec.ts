import type { StoredDefinition } from '@ces/contracts/events/events';
import type { ApiAnswer } from '@ces/testing/api-client';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';
import { EventWorld, problem } from '../platform/event-world.js';

describe('event definitions, row 1', () => {
  let platform: Platform;
  let world: EventWorld;

  beforeAll(async () => {
    platform = await Platform.start();
    world = new EventWorld(platform);
  }, 60_000);

  afterAll(() => platform.stop());

  const path = '/api/1/terminal/events';
  /** The text of a definition whose members stand in the order given. */
  const documentOf = (name: string, rest: string) =>
    `{"$id": "${platform.url}${path}/${name}", "$schema": "https://json-schema.org/draft/2020-12/schema", ${rest}}`;
  const putText = (name: string, rest: string) => platform.api.put(`${path}/${name}`, documentOf(name, rest));
  const pointers = ({ body }: ApiAnswer) => (body as { errors: { pointer: string }[] }).errors.map((e) => e.pointer);

  describe('an identical document makes no new version', () => {
    const first = `"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}, "b": {"const": {"x": [1, 2]}}}, "required": ["a", "b"]`;

    it.each([
      [
        'another order of keys',
        `"required": ["a", "b"], "properties": {"b": {"const": {"x": [1, 2]}}, "a": {"minimum": 1, "type": "integer"}}, "type": "object"`,
      ],
      [
        'a number written in another way',
        first.replace('"minimum": 1', '"minimum": 1.0').replace('[1, 2]', '[1e0, 20e-1]'),
      ],
      ['other white space', first.replaceAll(', ', '\n,\t')],
      ['a character written as an escape', first.replace('"a": {', '"\\u0061": {')],
    ])('with %s it is the same', async (what, again) => {
      const name = `same-${what.replaceAll(' ', '-')}`;
      expect((await putText(name, first)).body).toMatchObject({ version: 1, status: 'created' });
      expect(await putText(name, again)).toMatchObject({ status: 200, body: { version: 1, status: 'unchanged' } });
      expect((await platform.api.get(`${path}/${name}/versions`)).body).toHaveLength(1);
    });

    it.each([
      ['another order of items', first.replace('[1, 2]', '[2, 1]')],
      ['another number', first.replace('"minimum": 1', '"minimum": 1.5')],
      ['a text instead of a number', first.replace('[1, 2]', '["1", 2]')],
      ['one member more', first.replace('"minimum": 1', '"minimum": 1, "maximum": 9')],
    ])('with %s it is a new version', async (what, again) => {
      const name = `other-${what.replaceAll(' ', '-')}`;
      await putText(name, first);
      expect((await putText(name, again)).body).toMatchObject({ version: 2, status: 'updated' });
    });
  });

  it('old versions stay readable, far more than a thousand of them, each exactly once in the list', async () => {
    await world.define('versions', { title: 'version 1' });
    await platform.services.events.get(DataSource).query(
      `INSERT INTO event_definition (name, version, definition)
       SELECT 'versions', n, replace(definition, 'version 1', 'version ' || n)
         FROM event_definition, generate_series(2, 1100) AS n WHERE name = 'versions'`,
    );
    for (const version of [1, 100, 1_100]) {
      const old = await platform.api.get(`${path}/versions?version=${version}`);
      expect(old.body).toMatchObject({ version, definition: { title: `version ${version}` } });
    }
    const seen: number[] = [];
    for (let next: string | undefined = `${path}/versions/versions`; next !== undefined;) {
      const page = await platform.api.get(next);
      seen.push(...(page.body as StoredDefinition[]).map(({ version }) => version));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1]?.slice(platform.url.length);
    }
    expect(seen).toEqual(Array.from({ length: 1_100 }, (_, index) => 1_100 - index));
  });

  describe('checked and compiled at PUT', () => {
    const subschemas = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, true]));

    it.each([
      ['cannot be compiled', { properties: { a: { pattern: '(' } } }, '#/properties/a/pattern'],
      ['leads back to itself', { properties: { a: { $ref: '#/properties/a' } } }, '#/properties/a'],
      ['refers to another document', { properties: { a: { $ref: 'other.json' } } }, '#/properties/a/$ref'],
      ['refers to a file', { properties: { a: { $ref: 'file:///etc/passwd' } } }, '#/properties/a/$ref'],
      ['has 2,001 subschemas', { properties: subschemas(2_000) }, '#/properties/p1999'],
    ])('what %s is 422 with the pointer of the fault', async (_what, more, pointer) => {
      const answer = await world.define('refused', { required: [], ...more });
      expect(problem(answer)).toEqual({ status: 422, code: 'event-schema-refused' });
      expect(pointers(answer)).toEqual([pointer]);
      expect((await platform.api.get(`${path}/refused`)).status).toBe(404);
    });

    it('2,000 subschemas are accepted', async () => {
      expect((await world.define('many', { properties: subschemas(1_999), required: [] })).status).toBe(200);
    });

    it('over 128 KiB is 413, and 128 KiB are accepted', async () => {
      const empty = documentOf('large', `"type": "object", "title": ""`);
      const padded = (bytes: number) => empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
      expect(problem(await platform.api.put(`${path}/large`, padded(128 * 1_024 + 1)))).toEqual({
        status: 413,
        code: 'body-too-large',
      });
      expect((await platform.api.put(`${path}/large`, padded(128 * 1_024))).status).toBe(200);
    });

    it('deeper than 64 is 400, and 64 are accepted', async () => {
      const nested = (depth: number) => `"type": "object", "default": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
      expect(problem(await putText('deep', nested(65)))).toEqual({ status: 400, code: 'nesting-too-deep' });
      expect((await putText('deep', nested(64))).status).toBe(200);
    });
  });
});
