import { median } from '../../bench/median.ts';
import { enterPassword, openSignIn } from '../browser.ts';
import type { Answer } from '../send.ts';
import type { Tally } from '../tally.ts';
import type { Client, World } from '../world.ts';

/** The throttle refuses the sixth wrong password in a row, so a name is used only four times. */
const TRIES_PER_NAME = 4;
/** On a busy machine times differ once, but a leak makes them differ each time. */
const MEASUREMENTS = 3;

interface Attempt {
  username: string;
  ask: () => Promise<Answer>;
}

/** These attempts must not differ. The key says what is true about the name. */
type Attempts = Record<string, Attempt>;

interface Question {
  what: string;
  statuses: number[];
  /** Uses names that no earlier request has used. */
  prepare: (client: Client, token: string) => Promise<Attempts>;
}

/** Sends the same request with existing and with unknown names, in turn, and compares bodies and times. */
export async function enumeration(world: World, tally: Tally): Promise<void> {
  for (const question of questionsOf(world)) await compare(world, tally, question);
  await tryClients(world, tally);
}

function questionsOf(world: World): Question[] {
  const post = (path: string, token: string, body: object): Promise<Answer> =>
    world.send({ method: 'POST', path, token, body });
  const aboutNames =
    (ask: (client: Client, token: string, username: string) => Promise<Answer>) =>
    async (client: Client, token: string): Promise<Attempts> => {
      const { username: known } = await world.register();
      const unknown = world.newName();
      return {
        known: { username: known, ask: () => ask(client, token, known) },
        unknown: { username: unknown, ask: () => ask(client, token, unknown) },
      };
    };
  return [
    {
      what: 'row 10, wrong password',
      statuses: [200],
      prepare: aboutNames((_client, token, username) =>
        post('/api/1/user/credentials/continue', token, { username, password: world.newPassword() }),
      ),
    },
    {
      what: 'the password grant, wrong password',
      statuses: [400],
      prepare: aboutNames((client, _token, username) =>
        world.oauth(client, { grant_type: 'password', username, password: world.newPassword(), scope: 'openid' }),
      ),
    },
    {
      what: 'the sign-in page, wrong password',
      statuses: [200, 400, 401, 422],
      prepare: aboutNames(async (client, _token, username) => {
        const page = await enterPassword(await openSignIn(world, client), username, world.newPassword());
        return { status: page.status, headers: page.headers, text: page.html };
      }),
    },
    {
      what: 'the activation mail again (resend)',
      statuses: [200, 202, 204],
      prepare: aboutNames((_client, token, username) => post('/api/1/user/activator/resend', token, { username })),
    },
    {
      what: 'the mail for a new password (forgot)',
      statuses: [204],
      prepare: aboutNames((_client, token, username) => post('/api/1/user/password/forgot', token, { username })),
    },
    {
      // The answer says that the name is taken, but nothing about its password.
      what: 'row 12 with a taken name',
      statuses: [409],
      prepare: async (_client, token) => {
        const { username, password } = await world.register();
        const path = '/api/1/user/credentials';
        return {
          right: { username, ask: () => post(path, token, { username, password }) },
          wrong: { username, ask: () => post(path, token, { username, password: world.newPassword() }) },
        };
      },
    },
  ];
}

async function compare(world: World, tally: Tally, question: Question): Promise<void> {
  const { what, statuses } = question;
  const bodies = new Set<string>();
  let times = { alike: false, told: '' };
  for (let i = 0; i < MEASUREMENTS && !times.alike; i += 1) times = await measure(world, question, bodies);
  const [body = ''] = bodies;
  const expected = statuses.some((status) => body.startsWith(`${status} `));
  tally.check(`${what}: one body for all`, bodies.size === 1 && expected, [...bodies].join(' | '));
  tally.check(`${what}: one time for all`, times.alike, times.told);
}

async function measure(
  world: World,
  { prepare }: Question,
  bodies: Set<string>,
): Promise<{ alike: boolean; told: string }> {
  const client = await world.newClient();
  const token = await world.clientToken(client);
  const times = new Map<string, number[]>();
  let attempts: [kind: string, attempt: Attempt][] = [];
  for (let round = 0; round < world.count(20, 8); round += 1) {
    if (round % TRIES_PER_NAME === 0) attempts = Object.entries(await prepare(client, token));
    attempts.reverse();
    for (const [kind, { username, ask }] of attempts) {
      const begun = performance.now();
      const answer = await ask();
      times.set(kind, [...(times.get(kind) ?? []), performance.now() - begun]);
      bodies.add(`${answer.status} ${comparable(answer.text, username)}`);
    }
  }
  const medians = [...times].map(([kind, each]) => ({ kind, ms: median(each) }));
  const all = medians.map(({ ms }) => ms);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  // The tolerance is wide: a skipped password hash makes a far larger difference.
  const alike = most - least < Math.max(10, most * 0.4);
  return { alike, told: medians.map(({ kind, ms }) => `${kind} ${ms.toFixed(1)} ms`).join(', ') };
}

/** An unknown client must be answered like one with a wrong secret, and a malformed id like an unknown one. */
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

/** Removes what differs anyway: the request's id and path, the name itself, and the page's own tokens. */
function comparable(text: string, name: string): string {
  return (name === '' ? text : text.replaceAll(name, ''))
    .replaceAll(/"(request_id|instance)":"[^"]*"/g, '')
    .replaceAll(/(name="xsrf" value|action)="[^"]*"/g, '')
    .replaceAll(/nonce-[\w+/=-]+/g, '');
}
