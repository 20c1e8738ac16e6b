import { enterPassword, openSignIn } from '../browser.ts';
import { median } from '../../bench/ingest/median.ts';
import type { Answer } from '../send.ts';
import type { Tally } from '../tally.ts';
import type { Client, World } from '../world.ts';

/** The throttle answers the sixth wrong password in a row: a name is used four times, and not again. */
const TRIES_PER_NAME = 4;

/** One question that must not tell whether a name exists. */
interface Question {
  what: string;
  statuses: number[];
  /** Each kind of name gets the same answer after the same time. */
  ask: (client: Client, token: string, username: string) => Promise<Answer>;
}

/** Asks the same about names that exist and names that do not, in turn, and compares bodies and times. */
export async function enumeration(world: World, tally: Tally): Promise<void> {
  const rounds = world.count(20, 8);
  for (const question of questionsOf(world)) await compare({ world, tally, rounds }, question);
  await compareTakenNames(world, tally);
  await tryClients(world, tally);
}

function questionsOf(world: World): Question[] {
  const post = (path: string, token: string, body: object): Promise<Answer> =>
    world.send({ method: 'POST', path, token, body });
  return [
    {
      what: 'row 10, wrong password',
      statuses: [200],
      ask: (_client, token, username) =>
        post('/api/1/user/credentials/continue', token, { username, password: world.newPassword() }),
    },
    {
      what: 'the password grant, wrong password',
      statuses: [400],
      ask: (client, _token, username) =>
        world.oauth(client, { grant_type: 'password', username, password: world.newPassword(), scope: 'openid' }),
    },
    {
      what: 'the sign-in page, wrong password',
      statuses: [200, 400, 401, 422],
      ask: async (client, _token, username) => {
        const begun = await openSignIn(world, client);
        const page = await enterPassword(begun, username, world.newPassword());
        return { status: page.status, headers: page.headers, text: page.html };
      },
    },
    {
      what: 'the activation mail again (resend)',
      statuses: [200, 202, 204],
      ask: (_client, token, username) => post('/api/1/user/activator/resend', token, { username }),
    },
  ];
}

interface Setting {
  world: World;
  tally: Tally;
  rounds: number;
}

async function compare({ world, tally, rounds }: Setting, question: Question): Promise<void> {
  const client = await world.newClient();
  const token = await world.clientToken(client);
  let known = '';
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const bodies = new Set<string>();
  let unknown = '';
  for (let round = 0; round < rounds; round += 1) {
    if (round % TRIES_PER_NAME === 0) {
      known = (await world.register()).username;
      unknown = world.newName();
    }
    for (const kind of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const username = kind === 'known' ? known : unknown;
      const begun = performance.now();
      const answer = await question.ask(client, token, username);
      times[kind].push(performance.now() - begun);
      bodies.add(`${answer.status} ${comparable(answer.text, username)}`);
    }
  }
  const [body = ''] = bodies;
  const expected = question.statuses.some((status) => body.startsWith(`${status} `));
  tally.check(`${question.what}: one body for all names`, bodies.size === 1 && expected, [...bodies].join(' | '));
  compareTimes(tally, question.what, times);
}

/** Generous, for a machine that does other things, too: a missing password hash is far beyond it. */
function compareTimes(tally: Tally, what: string, times: Record<string, number[]>): void {
  const medians = Object.values(times).map((each) => median(each));
  const [least, most] = [Math.min(...medians), Math.max(...medians)];
  const told = Object.keys(times).map((kind, index) => `${kind} ${(medians[index] ?? 0).toFixed(1)} ms`);
  tally.check(`${what}: one time for all names`, most - least < Math.max(10, most * 0.4), told.join(', '));
}

/** Row 12 says that a name is taken, and nothing about its password. */
async function compareTakenNames(world: World, tally: Tally): Promise<void> {
  const token = await world.clientToken(await world.newClient());
  const person = await world.register();
  const times: Record<string, number[]> = { right: [], wrong: [] };
  const bodies = new Set<string>();
  for (let round = 0; round < TRIES_PER_NAME; round += 1) {
    for (const kind of ['right', 'wrong']) {
      const password = kind === 'right' ? person.password : world.newPassword();
      const body = { username: person.username, password };
      const begun = performance.now();
      const answer = await world.send({ method: 'POST', path: '/api/1/user/credentials', token, body });
      times[kind]?.push(performance.now() - begun);
      bodies.add(`${answer.status} ${comparable(answer.text, person.username)}`);
    }
  }
  const [body = ''] = bodies;
  tally.check(
    'row 12 with a taken name: one body',
    bodies.size === 1 && body.startsWith('409'),
    [...bodies].join(' | '),
  );
  compareTimes(tally, 'row 12 with a taken name', times);
}

/** A client that does not exist answers like one whose secret is wrong, and a malformed id like an unknown one. */
async function tryClients(world: World, tally: Tally): Promise<void> {
  const known = await world.newClient();
  const forms = [
    { ...known, secret: 'wrong' },
    { id: `cl_${'0'.repeat(24)}`, secret: 'wrong' },
  ];
  const bodies = new Set<string>();
  for (const client of forms) {
    const answer = await world.oauth(client, { grant_type: 'client_credentials' });
    bodies.add(`${answer.status} ${comparable(answer.text, client.id)}`);
  }
  tally.check('an unknown client and a wrong secret: one body', bodies.size === 1, [...bodies].join(' | '));
  const found = await Promise.all(
    ['A'.repeat(25), 'short', '%00', '..%2f..'].map((id) => world.asAdmin({ path: `/api/1/user/details/${id}` })),
  );
  const answers = new Set(found.map(({ status, text }) => `${status} ${comparable(text, '')}`));
  tally.check('unknown and malformed user ids: one body', answers.size === 1, [...answers].join(' | '));
}

/** Without what must differ: the request's id and path, the name itself, and the page's own tokens. */
function comparable(text: string, name: string): string {
  return (name === '' ? text : text.replaceAll(name, ''))
    .replaceAll(/"(request_id|instance)":"[^"]*"/g, '')
    .replaceAll(/(name="xsrf" value|action)="[^"]*"/g, '')
    .replaceAll(/nonce-[\w+/=-]+/g, '');
}
