import { Browser, enterPassword, newAddress, openSignIn, type Page } from '../browser.ts';
import { describe, type Answer } from '../send.ts';
import { WRONG_ATTEMPTS_PER_HOUR } from '../settings.ts';
import type { Tally } from '../tally.ts';
import type { Client, Person, World } from '../world.ts';

const FREE = 5;
/** Section 4 of the contract: wrong passwords an hour per account, from all askers. */
const PER_ACCOUNT = 100;

export async function throttle(world: World, tally: Tally): Promise<void> {
  await trySixth(world, tally);
  await tryAskers(world, tally);
  await tryClientHour(world, tally);
  await tryKnownBrowser(world, tally);
  await tryCardNumbers(world, tally);
}

interface Attempt {
  username: string;
  password: string;
}

type Door = (world: World, client: Client, attempt: Attempt, asker?: string) => Promise<Answer>;

const grant: Door = (world, client, { username, password }, asker) => {
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, ...(asker === undefined ? {} : { 'x-user-address': asker }) };
  const body = new URLSearchParams({ grant_type: 'password', username, password, scope: 'openid' });
  return world.send({ method: 'POST', path: '/oauth2/token', headers, body });
};

const rowTen: Door = async (world, client, attempt, asker) =>
  world.send({
    method: 'POST',
    path: '/api/1/user/credentials/continue',
    token: await world.clientToken(client),
    headers: asker === undefined ? {} : { 'x-user-address': asker },
    body: attempt,
  });

/** The asker is the browser's address. */
const page: Door = async (world, client, { username, password }, from = newAddress()) => {
  const browser = new Browser(world, { from });
  const answered: Page = await enterPassword(await openSignIn(world, client, {}, browser), username, password);
  return { status: answered.status, headers: answered.headers, text: answered.html };
};

const doors: Record<string, Door> = { 'the password grant': grant, 'row 10': rowTen, 'the sign-in page': page };

/**
 * The sixth wrong password in a row must be refused, for known and unknown names. A refused attempt must not prolong
 * the pause.
 */
async function trySixth(world: World, tally: Tally): Promise<void> {
  await Promise.all(Object.entries(doors).map(([what, door]) => trySixthAt(world, tally, what, door)));
}

async function trySixthAt(world: World, tally: Tally, what: string, door: Door): Promise<void> {
  const client = await world.newClient();
  const known = await world.register(client);
  for (const person of [known, { username: world.newName(), password: world.newPassword() }]) {
    const asker = newAddress();
    const who = person === known ? 'a name that exists' : 'an unknown name';
    for (let i = 1; i <= FREE; i += 1) {
      const answer = await door(world, client, { ...person, password: world.newPassword() }, asker);
      tally.check(`${what}, ${who}: wrong password ${i} is not held up`, answer.status !== 429, describe(answer));
    }
    const sixth = await door(world, client, { ...person, password: world.newPassword() }, asker);
    expectHeldUp(tally, `${what}, ${who}: the sixth`, sixth);
    const right = await door(world, client, person, asker);
    expectHeldUp(tally, `${what}, ${who}: the right password then`, right);
    for (let i = 0; i < 5; i += 1) await door(world, client, person, asker);
    const later = await door(world, client, person, asker);
    const [before, after] = [sixth, later].map(({ headers }) => Number(headers['retry-after']));
    tally.check(
      `${what}, ${who}: refused attempts prolong nothing`,
      (after ?? 0) <= (before ?? 0),
      `${before} s, then ${after} s`,
    );
  }
}

/** Wrong passwords of one asker must not block another. Each client, and each address that it sends, is an asker. */
async function tryAskers(world: World, tally: Tally): Promise<void> {
  const [client, other] = [await world.newClient(), await world.newClient()];
  const person = await world.register(client);
  for (let i = 0; i <= FREE; i += 1)
    await grant(world, client, { ...person, password: world.newPassword() }, '198.51.100.1');
  const held = await grant(world, client, person, '198.51.100.1');
  expectHeldUp(tally, 'the address that guessed', held);
  const attempts: [what: string, answer: Answer][] = [
    ['another address of the same client', await grant(world, client, person, '198.51.100.2')],
    ['another client', await grant(world, other, person)],
    ['the owner on our page', await page(world, client, person)],
  ];
  for (const [what, answer] of attempts) {
    tally.check(`not held up: ${what}`, answer.status === 200 || answer.status === 0, describe(answer));
  }
}

/** A right password must not reset the hourly count of a client. */
async function tryClientHour(world: World, tally: Tally): Promise<void> {
  const client = await world.newClient();
  const person = await world.register(client);
  let refused: Answer | undefined;
  for (let i = 0; i <= WRONG_ATTEMPTS_PER_HOUR && refused === undefined; i += 1) {
    const wrong = await grant(world, client, { username: world.newName(), password: world.newPassword() });
    if (wrong.status === 429) refused = wrong;
    else if (i % 5 === 0) await grant(world, client, person);
  }
  tally.check(
    `a client that guesses ${WRONG_ATTEMPTS_PER_HOUR + 1} times in an hour`,
    refused !== undefined,
    'was never held up',
  );
  const other = await world.newClient();
  const answer = await grant(world, other, person);
  tally.check('not held up: other clients then', answer.status === 200, describe(answer));
}

/** Strangers can use up an account's hourly attempts. They must not block a browser that signed in before. */
async function tryKnownBrowser(world: World, tally: Tally): Promise<void> {
  const client = await world.newClient();
  const person = await world.register(client);
  const browser = new Browser(world);
  const first = await openSignIn(world, client, {}, browser);
  const signedIn = await enterPassword(first, person.username, person.password);
  tally.check('control: the owner signs in', signedIn.status === 0, `${signedIn.status} ${signedIn.url}`);
  await guessFromEverywhere(world, client, person);
  const stranger = await grant(world, client, person, '198.51.100.250');
  expectHeldUp(tally, `an account with ${PER_ACCOUNT} wrong passwords in an hour, for strangers`, stranger);
  const again = await openSignIn(world, client, { prompt: 'login' }, browser);
  const back = await enterPassword(again, person.username, person.password);
  tally.check('not held up: the owner’s known browser', back.status === 0, `${back.status} ${back.html.slice(-300)}`);
}

/** Row 18 of the contract: five misses of one nonce are free. */
async function tryCardNumbers(world: World, tally: Tally): Promise<void> {
  const token = await world.clientToken(await world.newClient());
  const { nonce } = await world.beginRegistration(token);
  const add = (identifier: string): Promise<Answer> =>
    world.send({ method: 'POST', path: '/api/1/card/add', token, body: { auth_nonce: nonce, identifier } });
  for (let i = 1; i <= FREE; i += 1) {
    const answer = await add(`4711000${i}`);
    tally.check(`guessed card number ${i} is unknown`, answer.status === 400, describe(answer));
  }
  expectHeldUp(tally, 'the sixth guessed card number', await add('47110006'));
}

/** Four askers at once; more would wait for the hashing of each other's passwords. */
async function guessFromEverywhere(world: World, client: Client, person: Person): Promise<void> {
  let asker = 0;
  const guess = async (): Promise<void> => {
    while (asker < PER_ACCOUNT / FREE) {
      asker += 1;
      const from = `198.51.100.${asker}`;
      for (let i = 0; i < FREE; i += 1) await grant(world, client, { ...person, password: world.newPassword() }, from);
    }
  };
  await Promise.all([guess(), guess(), guess(), guess()]);
}

function expectHeldUp(tally: Tally, what: string, answer: Answer): void {
  const wait = Number(answer.headers['retry-after']);
  tally.check(`${what}: 429 with Retry-After`, answer.status === 429 && wait >= 1, describe(answer));
}
