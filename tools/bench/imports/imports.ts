// POST /api/1/admin/imports with a file of members, from the socket to its last line. See docs/bench.md.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import type { Note } from '../all/figure.ts';
import { withPrivateStack } from '../private-stack.ts';
import { watchMemory } from '../segments/watch-memory.ts';

interface Options {
  members: number;
  cards: boolean;
}

interface Run {
  uploadSeconds: number;
  seconds: number;
  counts: { created: number; updated: number; unchanged: number; refused: number };
  growthMb: Record<string, number>;
}

const help = `npm run bench -- imports [options]
  --members <n>   lines of the file (1,000,000)
  --cards         each member also has a card with a new number`;

/** Any large file makes a process grow by about 260 MB. One that holds the file of a million members grows by more. */
const mostGrowthMb = 350;

/** Returns whether each line counted once, a second import changed nothing, and no process grew with the file. */
export async function imports(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const options = readOptions(args);
  const [first, second] = await withPrivateStack({}, signal, (stack) => measure(stack, options, signal));
  for (const [name, run] of [
    ['first', first],
    ['again', second],
  ] as const)
    tell(name, run, options);
  const { members } = options;
  for (const [work, { seconds }] of [
    ['members imported', first],
    ['members imported again', second],
  ] as const)
    note({ work, value: members / seconds, unit: '/s' });
  const exact = first.counts.created === members && second.counts.unchanged === members;
  const bounded = [first, second].every(({ growthMb }) => Object.values(growthMb).every((each) => each < mostGrowthMb));
  if (!exact) console.log('FAILED the counts are not exact');
  if (!bounded) console.log(`FAILED a process grew by more than ${mostGrowthMb} MB`);
  return exact && bounded;
}

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      members: { type: 'string', default: '1000000' },
      cards: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  return { members: Number(values.members), cards: values.cards };
}

async function measure(stack: Stack, options: Options, signal: AbortSignal): Promise<[Run, Run]> {
  const file = stack.describe();
  const { provider, processes } = file;
  const salt = randomBytes(4).toString('hex');
  const lineOf = (n: number): string =>
    `${JSON.stringify({
      username: `member${n}.${salt}@example.com`,
      password_hash: '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
      person: { firstName: 'Anna', lastName: `Berg ${n}`, postalCode: '1011 AB' },
      connections: [{ provider_name: provider, owner_id: `${salt}-${n}` }],
      ...(options.cards ? { cards: [{ identifier: `${salt}${n}` }] } : {}),
    })}\n`;
  const once = async (): Promise<Run> => {
    const memory = watchMemory(processes);
    const begun = performance.now();
    const id = await upload(file, linesOf(options.members, lineOf), signal);
    const uploadSeconds = (performance.now() - begun) / 1_000;
    const counts = await finish(file, id, signal);
    return { uploadSeconds, seconds: (performance.now() - begun) / 1_000, counts, growthMb: memory.end() };
  };
  return [await once(), await once()];
}

/** Yields a form's lines in parts, so that the bench does not hold the file either. */
function* linesOf(count: number, lineOf: (n: number) => string): Generator<string> {
  const atOnce = 1_000;
  for (let start = 0; start < count; start += atOnce) {
    const size = Math.min(atOnce, count - start);
    yield Array.from({ length: size }, (_, index) => lineOf(start + index)).join('');
  }
}

async function upload(stack: StackFile, lines: Iterable<string>, signal: AbortSignal): Promise<string> {
  const boundary = 'bench';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="members.ndjson"\r\n\r\n`;
  function* form(): Generator<Buffer> {
    yield Buffer.from(head);
    for (const part of lines) yield Buffer.from(part);
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const answer = await fetch(`${stack.base_url}/api/1/admin/imports`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await newToken(stack)}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(form()),
    duplex: 'half',
    signal,
  });
  const body = (await answer.json()) as { id?: string; detail?: string };
  if (body.id === undefined) throw new Error(`the upload was refused: HTTP ${answer.status} ${body.detail ?? ''}`);
  return body.id;
}

async function newToken({ base_url, admin }: StackFile): Promise<string> {
  const answer = await fetch(`${base_url}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${admin.id}:${admin.secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (access_token === undefined) throw new Error(`no token: HTTP ${answer.status}`);
  return access_token;
}

/** Gets a new token when the old one has expired. */
async function finish(stack: StackFile, id: string, signal: AbortSignal): Promise<Run['counts']> {
  for (let token = await newToken(stack); ;) {
    await sleep(250, undefined, { signal });
    const answer = await fetch(`${stack.base_url}/api/1/admin/imports/${id}`, {
      headers: { Authorization: `Bearer ${token}` },
      signal,
    });
    if (answer.status === 401) token = await newToken(stack);
    if (answer.status !== 200) continue;
    const found = (await answer.json()) as Run['counts'] & { state: string };
    if (found.state === 'finished') return found;
  }
}

function tell(name: string, { uploadSeconds, seconds, counts, growthMb }: Run, { members }: Options): void {
  const { created, updated, unchanged, refused } = counts;
  console.log(
    `${name}: ${members.toLocaleString('en')} members in ${seconds.toFixed(1)} s (upload ${uploadSeconds.toFixed(1)} s), ` +
      `${Math.round(members / seconds).toLocaleString('en')}/s; created ${created}, updated ${updated}, unchanged ${unchanged}, refused ${refused}`,
  );
  const growth = Object.entries(growthMb).map(([process, megabytes]) => `${process} ${megabytes.toFixed(0)}`);
  console.log(`  growth of memory in MB: ${growth.join(', ')}`);
}
