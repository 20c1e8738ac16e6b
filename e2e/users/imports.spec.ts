import type { MemberImport, MemberImportFault } from '@ces/contracts/identity/imports/members';
import { eventually } from '@ces/testing/eventually';
import { signIn } from '@ces/testing/gateway/user-tokens';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import bcrypt from 'bcryptjs';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { Platform } from '../platform/platform.js';

const path = '/api/1/admin/imports';
const password_hash = bcrypt.hashSync('correct horse', 4);
const person = { firstName: 'Anna', lastName: 'Berg' };

describe('POST /api/1/admin/imports', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'campaigns');
  });

  afterAll(() => platform.stop());

  const newName = () => `${randomUUID()}@example.com`;
  const ndjson = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n');
  const send = (file: string | Uint8Array<ArrayBuffer>, { name = 'members.ndjson', query = '', headers = {} } = {}) => {
    const form = new FormData();
    form.set('file', new Blob([file]), name);
    return platform.api.send('POST', `${path}${query}`, { body: form, headers });
  };
  const finished = (id: string) =>
    eventually(async () => {
      const found = (await platform.api.get(`${path}/${id}`)).body as MemberImport;
      if (found.state !== 'finished') throw new Error(found.state);
      return found;
    }, 20_000);
  const run = async (file: string | Uint8Array<ArrayBuffer>, options = {}) => {
    const answer = await send(file, options);
    expect(answer).toMatchObject({ status: 202, body: { id: expect.any(String) as string } });
    return finished((answer.body as { id: string }).id);
  };
  const faultsOf = async (id: string, query = '') => {
    const answer = await platform.api.get(`${path}/${id}/faults${query}`);
    return { faults: answer.body as MemberImportFault[], link: answer.headers.get('link') };
  };
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

  it('makes members who sign in with their old password, and have their person, connections, cards, opt-ins and balances', async () => {
    const optin = await platform.api.post('/api/1/admin/optins', {
      name: { en_GB: 'News' },
      description: { en_GB: 'Our newsletter' },
      purpose: { name: 'marketing', can_be_updated: true, required: false },
    });
    const optin_id = (optin.body as { id: string }).id;
    const stack = await platform.api.post('/api/1/admin/stacks', { name: 'Points' });
    const stack_id = (stack.body as { id: string }).id;
    const [username, card] = [newName(), randomUUID()];
    const line = {
      username,
      password_hash,
      person,
      connections: [{ provider_name: 'acme', owner_id: username }],
      cards: [{ identifier: card }],
      optins: [{ optin_id, opted_in: true, at: '2021-05-03T10:00:00Z', source: 'shop' }],
      balances: [{ stack_id, value: 1_250 }],
    };
    expect(await run(ndjson(line))).toMatchObject({ progress: 1, created: 1, refused: 0 });
    const { access_token } = await signIn(platform, username, 'correct horse');
    const user = platform.api.withToken(access_token);
    expect((await user.get('/api/1/user/person/me')).body).toMatchObject({ ...person, email: username });
    expect((await user.get('/api/2/card/user')).body).toMatchObject({ cards: [{ identifier: card }] });
    expect((await user.get('/api/1/stack/balances')).body).toMatchObject([{ stack_id, value: 1_250 }]);
    expect((await user.get('/api/1/user/optins')).body).toMatchObject([
      { id: optin_id, opted_in: true, updates: [{ updated: '2021-05-03T10:00:00.000Z', source: 'import: shop' }] },
    ]);
    expect(await run(ndjson(line))).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 0 });
  });

  it('refuses a line whose card is taken as a whole, also in a dry run', async () => {
    const [card, one, other] = [randomUUID(), newName(), newName()];
    await run(ndjson({ username: one, cards: [{ identifier: card }] }));
    const file = ndjson(
      { username: other, cards: [{ identifier: card }] },
      { username: one, cards: [{ identifier: randomUUID() }] },
    );
    const dry = await run(file, { query: '?dry_run=true' });
    expect(dry).toMatchObject({ dry_run: true, created: 0, updated: 1, refused: 1 });
    const real = await run(file);
    expect(real).toMatchObject({ dry_run: false, created: 0, updated: 1, refused: 1 });
    expect((await faultsOf(real.id)).faults).toMatchObject([
      { line: 1, pointer: '#/cards/0/identifier', code: 'card-taken' },
    ]);
    expect((await platform.api.post('/api/1/user/credentials/find', { username: other })).status).toBe(404);
  });

  it('books the balances of two lines about one member one after the other', async () => {
    const stack = await platform.api.post('/api/1/admin/stacks', { name: 'Points' });
    const stack_id = (stack.body as { id: string }).id;
    const username = newName();
    const connections = [{ provider_name: 'acme', owner_id: username }];
    await run(ndjson({ username, password_hash, connections }));
    const byName = { username, balances: [{ stack_id, value: 50 }], cards: [{ identifier: randomUUID() }] };
    const byOwner = { connections, balances: [{ stack_id, value: 50 }], cards: [{ identifier: randomUUID() }] };
    expect(await run(ndjson(byName, byOwner))).toMatchObject({ updated: 2, refused: 0 });
    const user = platform.api.withToken((await signIn(platform, username, 'correct horse')).access_token);
    expect((await user.get('/api/1/stack/balances')).body).toMatchObject([{ stack_id, value: 50 }]);
    const holders = `SELECT h.featured FROM card_holder h JOIN card c ON c.id = h.card_id WHERE c.identifier = ANY ($1)`;
    const numbers = [...byName.cards, ...byOwner.cards].map(({ identifier }) => identifier);
    const held = await platform.cards.get(DataSource).query<{ featured: boolean }[]>(holders, [numbers]);
    expect(held.map(({ featured }) => featured).sort()).toEqual([false, true]);
  });

  it('refuses a line that another service cannot write, and imports the lines around it', async () => {
    const names = [newName(), newName(), newName()];
    const cards = [randomUUID(), randomUUID(), randomUUID()];
    const database = platform.cards.get(DataSource);
    await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.identifier = '${cards[1]}' THEN RAISE 'no'; END IF; RETURN NEW; END $$`);
    await database.query('CREATE TRIGGER refuse BEFORE INSERT ON card FOR EACH ROW EXECUTE FUNCTION refuse()');
    const lines = names.map((username, index) => ({ username, cards: [{ identifier: cards[index] }] }));
    const done = await run(ndjson(...lines));
    await database.query('DROP FUNCTION refuse CASCADE');
    expect(done).toMatchObject({ created: 2, refused: 1 });
    expect((await faultsOf(done.id)).faults).toMatchObject([{ line: 2, pointer: '#', code: 'not-importable' }]);
    expect(await run(ndjson(...lines))).toMatchObject({ updated: 1, unchanged: 2 });
  });

  it('reads CSV with a byte order mark, CRLF and blank lines, and names faults by the lines of the file', async () => {
    const [one, two] = [newName(), newName()];
    const file = `\ufeffusername,person.firstName,person.lastName\r\n\r\n${one},Anna,Berg\r\n${two},Bert,\r\n`;
    const done = await run(file, { name: 'members.CSV' });
    expect(done).toMatchObject({ created: 1, refused: 1 });
    expect((await faultsOf(done.id)).faults).toMatchObject([
      { line: 4, pointer: '#/person/lastName', code: 'not-blank' },
    ]);
  });

  it('pages faults, and names lines that cannot be read', async () => {
    const long = `{"username":"${'x'.repeat(40_000)}"}`;
    const bytes = Buffer.concat([Buffer.from('\u0000\n'), Buffer.from([0xff, 0x0a]), Buffer.from(`${long}\n{}`)]);
    const { id, refused } = await run(new Uint8Array(bytes));
    expect(refused).toBe(4);
    const { faults, link } = await faultsOf(id, '?limit=3');
    expect(faults.map(({ line, code }) => [line, code])).toEqual([
      [1, 'unreadable'],
      [2, 'unreadable'],
      [3, 'unreadable'],
    ]);
    const next = new URL(/<([^>]*)>; rel="next"/.exec(link ?? '')?.[1] ?? '');
    const second = await faultsOf(id, next.search);
    expect(second.faults).toMatchObject([{ line: 4, code: 'required' }]);
  });

  it('is begun once for an idempotency key', async () => {
    const file = ndjson({ username: newName() });
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [await send(file, { headers }), await send(file, { headers })];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await finished((first.body as { id: string }).id)).toMatchObject({ created: 1, unchanged: 0 });
  });

  it('waits while the cards service is away, and does not refuse', async () => {
    const username = newName();
    let id = '';
    await platform.without('cards', async () => {
      id = ((await send(ndjson({ username, cards: [{ identifier: randomUUID() }] }))).body as { id: string }).id;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect((await platform.api.get(`${path}/${id}`)).body).toMatchObject({ state: 'waiting', progress: 0 });
    });
    expect(await finished(id)).toMatchObject({ created: 1, refused: 0 });
  });

  it('writes the other parts of a member after a kill in between, each once', async () => {
    const username = newName();
    await run(ndjson({ username, password_hash }));
    const stack = await platform.api.post('/api/1/admin/stacks', { name: 'Points' });
    const { id: stack_id } = stack.body as { id: string };
    const line = { username, cards: [{ identifier: randomUUID() }], balances: [{ stack_id, value: 7 }] };
    const identity = platform.services.identity.get(DataSource);
    const id = randomUUID();
    // The state after a process was killed when it had made the user.
    await identity.query(
      `WITH made AS (INSERT INTO member_import (id, state, lines, position) VALUES ($1, 'running', 1, 1))
       INSERT INTO member_import_line (import_id, line, text, user_id, outcome)
       SELECT $1, 1, $2, user_id, 'created' FROM credential WHERE username = $3`,
      [id, JSON.stringify(line), username],
    );
    expect(await finished(id)).toMatchObject({ created: 1, refused: 0 });
    expect(await run(ndjson(line))).toMatchObject({ unchanged: 1 });
    const user = platform.api.withToken((await signIn(platform, username, 'correct horse')).access_token);
    expect((await user.get('/api/2/card/user')).body).toMatchObject({ cards: line.cards });
    expect((await user.get('/api/1/stack/balances')).body).toMatchObject([{ stack_id, value: 7 }]);
  });

  it('mails nobody and tells no webhook and no campaign', async () => {
    const username = newName();
    const connections = [{ provider_name: 'acme', owner_id: username }];
    await run(ndjson({ username, person, connections, cards: [{ identifier: randomUUID() }] }));
    expect(await platform.mailsTo(username)).toEqual([]);
    const subjectsOf = async (app: NestFastifyApplication) => {
      const facts = await app
        .get(DataSource)
        .query<{ subject: string }[]>('SELECT DISTINCT subject FROM outbox ORDER BY 1');
      return facts.map(({ subject }) => subject).filter((subject) => !subject.endsWith('.admin-read-noted'));
    };
    for (const app of [platform.cards, platform.campaigns]) expect(await subjectsOf(app)).toEqual([]);
    expect(await subjectsOf(platform.services.identity)).toEqual([
      'identity.connection-created',
      'identity.user-created',
    ]);
  });

  it('needs the scope admin, a form with a file, and known parameters', async () => {
    const { api } = platform;
    const narrow = await api.as(platform.credentials, 'users:write');
    expect((await narrow.post(path)).status).toBe(403);
    expect([(await api.post(path, {})).status, codeOf(await api.post(path, {}))]).toEqual([
      415,
      'media-type-unsupported',
    ]);
    const empty = new FormData();
    empty.set('format', 'csv');
    expect(codeOf(await api.send('POST', path, { body: empty }))).toBe('form-malformed');
    expect(codeOf(await send(''))).toBe('form-malformed');
    expect(codeOf(await send('user name\nx', { name: 'x.csv' }))).toBe('csv-invalid');
    expect(codeOf(await send('{}', { query: '?dryrun=true' }))).toBe('parameter-invalid');
    expect(codeOf(await send('{}', { query: '?dry_run=yes' }))).toBe('parameter-invalid');
    expect(codeOf(await api.get(`${path}/${randomUUID()}`))).toBe('import-not-found');
    expect(codeOf(await api.get(`${path}/x/faults`))).toBe('import-not-found');
  });
});
