import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { exchangeForm, Provider } from '../provider.ts';
import { codeOf, describe, demand, type Answer, type Sending } from '../send.ts';
import type { Tally } from '../tally.ts';
import { databaseOf, rowsOf } from '../true-key.ts';
import type { World } from '../world.ts';

const ACTIVATE = '/api/1/user/activator/uniquelink';
const FINISH = '/api/1/user/delete/finish';

export async function nonces(world: World, tally: Tally): Promise<void> {
  const token = await world.clientToken(await world.newClient());
  const stranger = await world.clientToken(await world.newClient());
  await tryForeign(world, tally, token, stranger);
  await tryOneUse(world, tally, token);
  await tryGuesses(world, tally, token);
  await tryExpired(world, tally, token);
  await tryTakeOver(world, tally, token, stranger);
  await tryForeignKeys(world, tally, token);
}

function callsWith(auth_nonce: unknown): Sending[] {
  const query = `auth_nonce=${encodeURIComponent(String(auth_nonce))}`;
  return [
    { path: `/api/1/user/complete-step?${query}` },
    { path: `/api/1/user/optins?${query}` },
    { method: 'POST', path: '/api/1/user/person', body: { auth_nonce, firstName: 'Mal', lastName: 'Lory' } },
    { method: 'PUT', path: '/api/1/user/optins/change', body: { auth_nonce, optins: [] } },
    { method: 'POST', path: '/api/1/card/add', body: { auth_nonce, identifier: '4711' } },
    { method: 'POST', path: '/api/1/user/complete', body: { auth_nonce } },
  ];
}

async function tryForeign(world: World, tally: Tally, token: string, stranger: string): Promise<void> {
  const { nonce } = await world.beginRegistration(token);
  for (const call of callsWith(nonce)) {
    const answer = await world.send({ ...call, token: stranger });
    expectInvalid(tally, `${nameOf(call)} with an auth_nonce of another client`, answer);
  }
  for (const path of [ACTIVATE, FINISH]) {
    const answer = await world.send({ method: 'POST', path, body: { nonce } });
    expectInvalid(tally, `${path} with an auth_nonce`, answer);
  }
}

async function tryOneUse(world: World, tally: Tally, token: string): Promise<void> {
  const { nonce, username, user_id } = await world.beginRegistration(token);
  const complete = { method: 'POST', path: '/api/1/user/complete', token, body: { auth_nonce: nonce } };
  await world.send(complete);
  const activation = await world.mailedNonce(username);
  for (const call of callsWith(activation)) {
    expectInvalid(tally, `${nameOf(call)} with an activation_nonce`, await world.send({ ...call, token }));
  }
  const finish = { method: 'POST', path: FINISH, body: { nonce: activation } };
  expectInvalid(tally, 'row 27 with an activation_nonce', await world.send(finish));
  const activate = { method: 'POST', path: ACTIVATE, body: { nonce: activation } };
  expectStatus(tally, 'control: row 20 once', await world.send(activate), 200);
  expectStatus(tally, 'row 20 twice', await world.send(activate), 410);
  for (const call of callsWith(nonce)) {
    expectStatus(tally, `${nameOf(call)} after the activation`, await world.send({ ...call, token }), 410);
  }
  await world.send({ method: 'POST', path: `/api/1/user/${user_id}/delete`, token });
  const deletion = await world.mailedNonce(username, 2);
  const misuse = { method: 'POST', path: ACTIVATE, body: { nonce: deletion } };
  expectInvalid(tally, 'row 20 with a delete_request nonce', await world.send(misuse));
  const erase = { method: 'POST', path: FINISH, body: { nonce: deletion } };
  expectStatus(tally, 'control: row 27 once', await world.send(erase), 200);
  expectStatus(tally, 'row 27 twice', await world.send(erase), 410);
}

async function tryGuesses(world: World, tally: Tally, token: string): Promise<void> {
  const random = Array.from({ length: world.count(50, 10) }, () => randomBytes(32).toString('base64url'));
  for (const nonce of ['', 'x', 'x'.repeat(10_000), '\0', '%', "' OR 1=1 --", ...random]) {
    for (const path of [ACTIVATE, FINISH]) {
      expectNoGuess(tally, `${path} with a guess`, nonce, await world.send({ method: 'POST', path, body: { nonce } }));
    }
    const [steps] = callsWith(nonce);
    if (steps) expectNoGuess(tally, 'row 13 with a guess', nonce, await world.send({ ...steps, token }));
  }
  for (const nonce of [null, 7, true, [], {}, { $ne: '' }]) {
    for (const path of [ACTIVATE, FINISH]) {
      const answer = await world.send({ method: 'POST', path, body: { nonce } });
      expectStatus(tally, `${path} with ${JSON.stringify(nonce)}`, answer, 400);
    }
  }
}

async function tryExpired(world: World, tally: Tally, token: string): Promise<void> {
  const { nonce } = await world.beginRegistration(token);
  const hash = createHash('sha256').update(nonce).digest('hex');
  const past = `UPDATE nonce SET expires_at = now() - interval '1 second' WHERE hash = '\\x${hash}' RETURNING purpose`;
  const changed = await rowsOf(databaseOf(world, 'identity'), past);
  if (changed.length !== 1) throw new Error('the nonce is not in the table');
  for (const call of callsWith(nonce)) {
    expectStatus(tally, `${nameOf(call)} with an expired nonce`, await world.send({ ...call, token }), 410);
  }
}

/** Row 12 with a `user_id`: each user that is not the client's own and untouched must get the same answer. */
async function tryTakeOver(world: World, tally: Tally, token: string, stranger: string): Promise<void> {
  const provider = new Provider();
  await provider.start(world);
  try {
    const client = await world.newClient();
    const own = await world.clientToken(client);
    const connected = await connect(world, provider, own);
    const exchanged = await world.oauth(client, exchangeForm(provider.idToken(connected.owner)));
    expectStatus(tally, 'control: the connected user signs in through the provider', exchanged, 200);
    const [victim, closed] = [await world.register(client), await connect(world, provider, own)];
    await world.send({ method: 'POST', path: `/api/1/user/${closed.user_id}/delete`, token: own });
    const cases: [what: string, user_id: string, by: string][] = [
      ['a user that another client made', (await connect(world, provider, token)).user_id, stranger],
      ['a user with credentials', victim.user_id, own],
      ['a user with credentials, by another client', victim.user_id, stranger],
      ['a user with an unfinished registration', (await world.beginRegistration(own)).user_id, own],
      ['a user who signed in through a provider', connected.user_id, own],
      ['a user who signed in through a provider, by another client', connected.user_id, stranger],
      ['a closed user', closed.user_id, own],
      ['an unknown user', 'A'.repeat(25), own],
      ['a malformed id', "x' OR '1'='1", own],
      ['an empty id', '', own],
    ];
    for (const [what, user_id, by] of cases) {
      const answer = await joinAs(world, user_id, by);
      const refused = answer.status === 409 && codeOf(answer) === 'user-not-joinable';
      tally.check(`row 12 with ${what}`, refused, describe(answer));
    }
    const free = await connect(world, provider, own);
    const joined = await joinAs(world, free.user_id, own);
    expectStatus(tally, 'control: row 12 with a user of the client itself', joined, 200);
    expectStatus(tally, 'row 12 again with that user', await joinAs(world, free.user_id, own), 409);
  } finally {
    provider.stop();
  }
}

function joinAs(world: World, user_id: string, token: string): Promise<Answer> {
  const body = { username: world.newName(), password: world.newPassword(), user_id };
  return world.send({ method: 'POST', path: '/api/1/user/credentials', token, body });
}

/** Row 5. */
async function connect(world: World, provider: Provider, token: string): Promise<{ owner: string; user_id: string }> {
  const owner = randomUUID();
  const path = `/api/1/oauth2/provider/${provider.name}/${owner}`;
  const { user_id } = demand(await world.send({ method: 'POST', path, token }), 200, 'user_id');
  return { owner, user_id };
}

/** An idempotency key belongs to its caller: the same key of another user or nonce is another key. */
async function tryForeignKeys(world: World, tally: Tally, token: string): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  for (const path of [ACTIVATE, FINISH]) {
    for (const which of ['first', 'second']) {
      const body = { nonce: randomBytes(32).toString('base64url') };
      const answer = await world.send({ method: 'POST', path, headers, body });
      expectInvalid(tally, `${path} by the ${which} of two strangers with one key`, answer);
    }
  }
  const client = await world.newClient();
  const people = [await world.register(client), await world.register(client)];
  for (const person of people) {
    const own = await world.userToken(person, 'account', client);
    const answer = await world.send({ method: 'POST', path: '/api/1/user/delete/request', token: own, headers });
    const replayed = answer.headers['idempotent-replayed'] !== undefined;
    const which = person === people[0] ? 'first' : 'second';
    tally.check(
      `row 25 by the ${which} of two users with one key`,
      answer.status === 200 && !replayed,
      describe(answer),
    );
  }
  const body = { username: world.newName() };
  const path = '/api/1/user/credentials/available';
  const other = await world.clientToken(client);
  await world.send({ method: 'POST', path, token, headers, body });
  const answer = await world.send({ method: 'POST', path, token: other, headers, body: { username: world.newName() } });
  expectStatus(tally, 'a key of another client', answer, 200);
}

function nameOf({ method = 'GET', path }: Sending): string {
  return `${method} ${path.split('?', 1)[0] ?? ''}`;
}

function expectInvalid(tally: Tally, what: string, answer: Answer): void {
  const invalid = answer.status === 400 && codeOf(answer) === 'nonce-invalid';
  tally.check(what, invalid, describe(answer));
}

/** A text with NUL is refused as malformed before it is looked up. */
function expectNoGuess(tally: Tally, what: string, nonce: string, answer: Answer): void {
  if (!nonce.includes('\0')) {
    expectInvalid(tally, what, answer);
    return;
  }
  const refused = ['validation-failed', 'parameter-invalid'].includes(codeOf(answer));
  tally.check(what, answer.status === 400 && refused, describe(answer));
}

function expectStatus(tally: Tally, what: string, answer: Answer, wanted: number): void {
  tally.check(what, answer.status === wanted, describe(answer));
}
