import type { StoredDefinition } from '@ces/contracts/events/events';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';
import { EventWorld, problem } from '../platform/event-world.js';

describe('event definitions over HTTP, row 1', () => {
  let platform: Platform;
  let world: EventWorld;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new EventWorld(platform);
  });

  afterAll(() => platform.stop());

  const path = '/api/1/terminal/events';
  /** As text, to keep the order of the members. */
  const documentOf = (name: string, rest: string) =>
    `{"$id": "${platform.url}${path}/${name}", "$schema": "https://json-schema.org/draft/2020-12/schema", ${rest}}`;
  const putText = (name: string, rest: string) => platform.api.put(`${path}/${name}`, documentOf(name, rest));

  it('creates a definition, and a second version when it changes', async () => {
    const first = await world.define('lifecycle');
    expect(first).toMatchObject({
      status: 200,
      body: { event_name: 'lifecycle', version: 1, status: 'created', definition: world.definition('lifecycle') },
    });
    expect(await world.define('lifecycle')).toMatchObject({ status: 200, body: { version: 1, status: 'unchanged' } });
    expect(await world.define('lifecycle', { title: 'other' })).toMatchObject({
      status: 200,
      body: { version: 2, status: 'updated' },
    });
    const versions = await platform.api.get('/api/1/terminal/events/lifecycle/versions');
    expect(versions.body).toMatchObject([{ version: 2 }, { version: 1 }]);
    const old = await platform.api.get('/api/1/terminal/events/lifecycle?version=1');
    expect(old.body).toMatchObject({ version: 1, definition: { title: 'lifecycle' } });
  });

  it('retires an event, which is refused with 410 until its definition is put again', async () => {
    world.user = await world.newUser();
    await world.define('outmoded');
    const answer = await platform.api.send('DELETE', `${path}/outmoded`);
    const { retired_at } = answer.body as StoredDefinition;
    expect(answer).toMatchObject({ status: 200, body: { event_name: 'outmoded', retired_at: expect.any(String) } });
    const shown = (await platform.api.get(`${path}/outmoded`)).body;
    expect(shown).toMatchObject({ version: 1, retired_at });
    expect(shown).not.toHaveProperty('retired');
    expect(problem(await world.send({ amount: 1 }, {}, 'outmoded'))).toMatchObject({
      status: 410,
      code: 'event-retired',
    });
    const dry = await platform.api.post(`${path}/outmoded:validate`, { amount: 1 });
    expect(problem(dry)).toMatchObject({ status: 410, code: 'event-retired' });
    expect(await world.define('outmoded')).toMatchObject({ status: 200, body: { version: 1, status: 'updated' } });
    expect((await world.send({ amount: 1 }, {}, 'outmoded')).status).toBe(202);
    const sender = await platform.api.as(platform.credentials, 'events:write');
    expect((await sender.send('DELETE', `${path}/outmoded`)).status).toBe(403);
  });

  it('lists definitions page by page', async () => {
    await world.define('list-a');
    await world.define('list-b');
    const first = await platform.api.get('/api/1/terminal/events?limit=1');
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await platform.api.get(next.slice(platform.url.length));
    expect([first.body, second.body]).toMatchObject([[{ event_name: 'list-b' }], [{ event_name: 'list-a' }]]);
  });

  it('shows every old version, far more than a thousand, each exactly once in the list', async () => {
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

  it.each([
    ['an $id that is not the address', { $id: 'http://elsewhere.example/x' }, '#/$id'],
    ['another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, '#/$schema'],
    ['another type', { type: 'array' }, '#/type'],
    ['a type that does not exist', { properties: { a: { type: 'nothing' } } }, '#/properties/a/type'],
    ['a remote reference', { properties: { a: { $ref: 'http://127.0.0.1:1234/x.json' } } }, '#/properties/a/$ref'],
  ])('refuses %s, and says where', async (_what, change, pointer) => {
    const answer = await world.define('refused', change);
    expect(problem(answer)).toEqual({ status: 422, code: 'event-schema-refused' });
    expect((answer.body as { errors: { pointer: string }[] }).errors.map((each) => each.pointer)).toContain(pointer);
  });

  it('refuses 6,000 properties and nesting of 100,000 at once', async () => {
    const many = Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`p${i}`, {}]));
    expect(problem(await world.define('many', { properties: many }))).toEqual({
      status: 422,
      code: 'event-schema-refused',
    });
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(problem(await platform.api.put('/api/1/terminal/events/deep', deep))).toEqual({
      status: 400,
      code: 'nesting-too-deep',
    });
  });

  it('refuses more than 128 KiB with 413, and accepts 128 KiB', async () => {
    const empty = documentOf('large', `"type": "object", "title": ""`);
    const padded = (bytes: number) => empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
    expect(problem(await platform.api.put(`${path}/large`, padded(128 * 1_024 + 1)))).toEqual({
      status: 413,
      code: 'body-too-large',
    });
    expect((await platform.api.put(`${path}/large`, padded(128 * 1_024))).status).toBe(200);
  });

  it('refuses a nesting deeper than 64 with 400, and accepts 64', async () => {
    const nested = (depth: number) => `"type": "object", "default": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
    expect(problem(await putText('deep', nested(65)))).toEqual({ status: 400, code: 'nesting-too-deep' });
    expect((await putText('deep', nested(64))).status).toBe(200);
  });

  it('refuses a description over 128 KiB, and a name with a space', async () => {
    const large = await world.define('large', { description: 'x'.repeat(128 * 1024) });
    expect(problem(large)).toEqual({ status: 413, code: 'body-too-large' });
    expect(problem(await platform.api.put('/api/1/terminal/events/No%20Name', world.definition('No Name')))).toEqual({
      status: 400,
      code: 'parameter-invalid',
    });
  });

  it.each(['%00', '%zz', '%ff', 'a%20b', '..%2f'])(
    'refuses the name %s in every path, and cursors that no page gave',
    async (name) => {
      for (const path of [`events/${name}`, `events/${name}/versions`, `events/${name}?version=99999999999`]) {
        expect([400, 404]).toContain((await platform.api.get(`/api/1/terminal/${path}`)).status);
      }
      for (const cursor of ['1', 'WyIxIiwiYSJd', 'WyIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMDAwMFoiLCJhXHUwMDAwIl0']) {
        expect((await platform.api.get(`/api/1/terminal/events?cursor=${cursor}`)).status).toBe(400);
      }
    },
  );
});
