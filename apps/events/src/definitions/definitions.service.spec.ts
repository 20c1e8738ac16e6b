import { definitionVersions, getDefinition, listDefinitions } from '@ces/contracts/events/events';
import type { Changer } from '@ces/contracts/owners';
import { EventWorld } from '../../test/event-world.js';

describe('event definitions, row 1', () => {
  let world: EventWorld;

  beforeAll(async () => {
    world = await EventWorld.start();
  });

  afterAll(() => world.stop());

  const get = (event_name: string, version?: number) =>
    world.service.bus.call(getDefinition, { event_name, ...(version === undefined ? {} : { version }) });
  const versions = (event_name: string, cursor?: string) =>
    world.service.bus.call(definitionVersions, { event_name, ...(cursor === undefined ? {} : { cursor }) });

  it('are created, and get a second version when they change', async () => {
    expect(await world.define('lifecycle')).toMatchObject({
      event_name: 'lifecycle',
      version: 1,
      status: 'created',
      definition: { title: 'lifecycle' },
    });
    expect(await world.define('lifecycle')).toMatchObject({ version: 1, status: 'unchanged' });
    expect(await world.define('lifecycle', { title: 'other' })).toMatchObject({ version: 2, status: 'updated' });
    expect((await versions('lifecycle')).items).toMatchObject([{ version: 2 }, { version: 1 }]);
    expect(await get('lifecycle', 1)).toMatchObject({ version: 1, definition: { title: 'lifecycle' } });
    expect(await get('lifecycle')).toMatchObject({ version: 2, definition: { title: 'other' } });
  });

  it('are listed page by page, the last changed first', async () => {
    await world.define('list-a');
    await world.define('list-b');
    const first = await world.service.bus.call(listDefinitions, { limit: 1 });
    const second = await world.service.bus.call(listDefinitions, { limit: 1, cursor: first.next ?? '' });
    expect([...first.items, ...second.items]).toMatchObject([{ event_name: 'list-b' }, { event_name: 'list-a' }]);
  });

  it('are retired, which refuses events and keeps what is stored, until they are put again', async () => {
    await world.define('old');
    await world.send({ event_name: 'old', user_id: 'keeper' });
    const retired = await world.retire('old');
    expect(await world.retire('old')).toEqual(retired);
    const refused = { problem: { code: 'event-retired' } };
    expect(await world.send({ event_name: 'old' })).toMatchObject(refused);
    expect(await world.log('keeper')).toHaveLength(1);
    expect(await get('old')).toMatchObject({ version: 1, retired_at: retired.retired_at });
    expect((await world.service.bus.call(listDefinitions, { limit: 1 })).items).toMatchObject([retired]);
    expect(await world.define('old')).toMatchObject({ version: 1, status: 'updated' });
    expect(await get('old')).toMatchObject({ retired_at: null });
    expect(await world.send({ event_name: 'old' })).toMatchObject({ accepted: { version: 1 } });
    await world.retire('old');
    expect(await world.define('old', { title: 'new' })).toMatchObject({ version: 2, status: 'updated' });
    expect(await world.send({ event_name: 'old' })).toMatchObject({ accepted: { version: 2 } });
  });

  it('are retired and brought back only by their owner', async () => {
    const [owner, other] = ['shop', 'till'].map((client_id) => ({ client_id, admin: false }));
    await world.define('mine', {}, owner);
    const refused = { code: 'definition-of-another-client' };
    await expect(world.retire('mine', other)).rejects.toMatchObject(refused);
    await world.retire('mine', owner);
    await expect(world.define('mine', {}, other)).rejects.toMatchObject(refused);
    await expect(world.retire('never-defined')).rejects.toMatchObject({ code: 'event-not-defined' });
    for (const name of ['a b', 'a\0b'])
      await expect(world.retire(name)).rejects.toMatchObject({ code: 'event-not-defined' });
  });

  it.each(['1', 'WyIxIiwiYSJd', 'WyIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMDAwMFoiLCJhXHUwMDAwIl0', ''])(
    'refuse the list cursor %p, which no page gave',
    async (cursor) => {
      const refused = { code: 'parameter-invalid' };
      await expect(world.service.bus.call(listDefinitions, { cursor })).rejects.toMatchObject(refused);
    },
  );

  it.each(['0', '-1', '1.5', 'x', '2147483648'])('refuse the version cursor %p', async (cursor) => {
    await world.define('cursors');
    await expect(versions('cursors', cursor)).rejects.toMatchObject({ code: 'parameter-invalid' });
  });

  it.each(['\0', 'a b', '../', 'undefined-event'])('do not exist under the name %p', async (name) => {
    await expect(get(name)).rejects.toMatchObject({ code: 'event-not-defined' });
    await expect(get(name, 1)).rejects.toMatchObject({ code: 'event-not-defined' });
    await expect(versions(name)).rejects.toMatchObject({ code: 'event-not-defined' });
  });

  it('stay readable in every version, far more than a thousand, each exactly once in the list', async () => {
    await world.define('versions', { title: 'version 1' });
    await world.sql(
      `INSERT INTO event_definition (name, version, definition)
       SELECT 'versions', n, replace(definition, 'version 1', 'version ' || n)
         FROM event_definition, generate_series(2, 1100) AS n WHERE name = 'versions'`,
    );
    for (const version of [1, 100, 1_100]) {
      expect(await get('versions', version)).toMatchObject({ version, definition: { title: `version ${version}` } });
    }
    const seen: number[] = [];
    let next: string | null | undefined;
    while (next !== null) {
      const page = await versions('versions', next);
      seen.push(...page.items.map(({ version }) => version));
      next = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 1_100 }, (_, index) => 1_100 - index));
  });

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
      expect(await world.put(name, first)).toMatchObject({ version: 1, status: 'created' });
      expect(await world.put(name, again)).toMatchObject({ version: 1, status: 'unchanged' });
      expect((await versions(name)).items).toHaveLength(1);
    });

    it.each([
      ['another order of items', first.replace('[1, 2]', '[2, 1]')],
      ['another number', first.replace('"minimum": 1', '"minimum": 1.5')],
      ['a text instead of a number', first.replace('[1, 2]', '["1", 2]')],
      ['one member more', first.replace('"minimum": 1', '"minimum": 1, "maximum": 9')],
    ])('with %s it is a new version', async (what, again) => {
      const name = `other-${what.replaceAll(' ', '-')}`;
      await world.put(name, first);
      expect(await world.put(name, again)).toMatchObject({ version: 2, status: 'updated' });
    });
  });

  describe('are checked and compiled before they are stored', () => {
    const subschemas = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, true]));

    it.each([
      ['has an $id that is not the address', { $id: 'http://elsewhere.example/x' }, '#/$id'],
      ['has another dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, '#/$schema'],
      ['has another type', { type: 'array' }, '#/type'],
      ['names a type that does not exist', { properties: { a: { type: 'nothing' } } }, '#/properties/a/type'],
      ['refers to an address', { properties: { a: { $ref: 'http://127.0.0.1:1/x.json' } } }, '#/properties/a/$ref'],
      ['cannot be compiled', { properties: { a: { pattern: '(' } } }, '#/properties/a/pattern'],
      ['leads back to itself', { properties: { a: { $ref: '#/properties/a' } } }, '#/properties/a'],
      ['refers to another document', { properties: { a: { $ref: 'other.json' } } }, '#/properties/a/$ref'],
      ['refers to a file', { properties: { a: { $ref: 'file:///etc/passwd' } } }, '#/properties/a/$ref'],
      ['has 2,001 subschemas', { properties: subschemas(2_000) }, '#/properties/p1999'],
    ])('a document that %s is refused with the pointer of the fault', async (_what, more, pointer) => {
      await expect(world.define('refused', { required: [], ...more })).rejects.toMatchObject({
        code: 'event-schema-refused',
        extras: { errors: expect.arrayContaining([expect.objectContaining({ pointer })]) as unknown },
      });
      await expect(get('refused')).rejects.toMatchObject({ code: 'event-not-defined' });
    });

    it('2,000 subschemas are accepted', async () => {
      const many = await world.define('many', { properties: subschemas(1_999), required: [] });
      expect(many).toMatchObject({ status: 'created' });
    });
  });

  describe('belong to the client that first defined their name', () => {
    const client = (client_id: string, admin = false): Changer => ({ client_id, admin });
    const [owner, other, admin] = [client('owner'), client('other'), client('admin', true)];
    const refused = { code: 'definition-of-another-client' };
    const put = (by: Changer | undefined, name: string, title: string) => world.define(name, { title }, by);

    it('and another client changes them only with `admin`', async () => {
      expect(await put(owner, 'owned', 'first')).toMatchObject({ status: 'created' });
      await expect(put(other, 'owned', 'stolen')).rejects.toMatchObject(refused);
      expect(await put(owner, 'owned', 'second')).toMatchObject({ status: 'updated', version: 2 });
      expect(await put(admin, 'owned', 'third')).toMatchObject({ status: 'updated', version: 3 });
      expect(await put(owner, 'owned', 'fourth')).toMatchObject({ status: 'updated', version: 4 });
    });

    it('and another client may send the document that is there already, because nothing changes', async () => {
      await put(owner, 'shared', 'same');
      expect(await put(other, 'shared', 'same')).toMatchObject({ status: 'unchanged', version: 1 });
      await expect(put(other, 'shared', 'else')).rejects.toMatchObject(refused);
    });

    it('which is one client also when two define the name at once', async () => {
      const results = await Promise.allSettled([put(owner, 'raced', 'a'), put(other, 'raced', 'b')]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('and without a recorded owner they keep none: every client changes them', async () => {
      await put(undefined, 'old', 'first');
      expect(await put(admin, 'old', 'second')).toMatchObject({ status: 'updated' });
      expect(await put(owner, 'old', 'third')).toMatchObject({ status: 'updated' });
      expect(await put(other, 'old', 'fourth')).toMatchObject({ status: 'updated' });
    });
  });

  describe('that do not exist', () => {
    const detailOf = async (name: string, version?: number) => {
      const get = world.service.bus.call(getDefinition, {
        event_name: name,
        ...(version === undefined ? {} : { version }),
      });
      const problem = await get.catch((error: unknown) => error as { code: string; detail: string });
      return 'detail' in problem ? problem.detail : 'found';
    };

    it('are answered with a similar name, and with the way to define and list them', async () => {
      await world.define('croissant-eaten');
      expect(await detailOf('croissant-eatn')).toMatch(
        /^No event "croissant-eatn" is defined; did you mean "croissant-eaten"\? PUT .* defines it, and GET .* lists all\.$/,
      );
      expect(await detailOf('zzzzzzzzzzzzzzzz')).toMatch(/^No event "zzzzzzzzzzzzzzzz" is defined\. PUT /);
      expect(await detailOf(`${'x'.repeat(100)}YYY`)).not.toContain('Y"');
    });

    it('in a version are answered with the way to the versions that there are', async () => {
      await world.define('versioned');
      expect(await detailOf('versioned', 1)).toBe('found');
      expect(await detailOf('versioned', 2)).toMatch(
        /^There is no version 2 of this definition; GET .*\/versioned\/versions lists them\.$/,
      );
      expect(await detailOf('never-versioned', 1)).toMatch(/^No event "never-versioned" is defined/);
    });
  });
});
