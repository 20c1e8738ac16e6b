// From a command or a kill until requests are taken again. See docs/bench.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { APPS, type AppName } from '../../../libs/local-stack/src/apps.ts';
import { freePort } from '../../../libs/local-stack/src/processes/free-port.ts';
import { waitUntilReady } from '../../../libs/local-stack/src/processes/wait-until-ready.ts';
import type { StackFile } from '../../../libs/local-stack/src/stack-file.ts';
import type { Stack } from '../../../libs/local-stack/src/stack.ts';
import type { Figure, Note } from '../all/figure.ts';
import { root } from '../built.ts';
import { tokenOf } from '../golden-path/golden-world.ts';
import { median } from '../median.ts';
import { withPrivateStack } from '../private-stack.ts';
import { cpuSeconds } from '../process-usage.ts';
import { machine, table } from '../report-parts.ts';

const options = {
  rounds: { type: 'string', default: '3' },
  /** For CI: one round. */
  short: { type: 'boolean', default: false },
} as const;

const longestStartMs = 180_000;

/** Never fails for time. */
export async function start(args: string[], signal: AbortSignal, note: Note): Promise<boolean> {
  const { values } = parseArgs({ args, options });
  const rounds = values.short ? 1 : Number(values.rounds);
  const { all, alone } = await withPrivateStack({}, signal, (stack) => killInTurn(stack, rounds, signal));
  const warm = await startWarm(rounds, signal);
  const slowest = Math.max(...alone.map(({ seconds }) => seconds));
  const cpu = alone.map(({ app, cpuSeconds: each }) => `${app} ${each.toFixed(2)}`).join(', ');
  const figures: Omit<Figure, 'unit'>[] = [
    { work: '`npm start` on data of before, until the first 202', value: warm },
    { work: 'all ready after a kill of all', value: all },
    { work: 'the slowest service ready after its own kill', value: slowest, costs: `CPU-s until it is ready: ${cpu}` },
  ];
  console.log(`\n${machine()}\n`);
  for (const line of table([['', 'seconds'], ...figures.map(({ work, value }) => [work, value.toFixed(2)])]))
    console.log(line);
  console.log('');
  const rows = alone.map((each) => [each.app, each.seconds.toFixed(2), each.cpuSeconds.toFixed(2)]);
  for (const line of table([['a service after its own kill', 'seconds', 'CPU-s'], ...rows])) console.log(line);
  for (const figure of figures) note({ ...figure, unit: 's' });
  return true;
}

interface Alone {
  app: AppName;
  seconds: number;
  cpuSeconds: number;
}

async function killInTurn(stack: Stack, rounds: number, signal: AbortSignal): Promise<{ all: number; alone: Alone[] }> {
  const all: number[] = [];
  const alone: Alone[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const names = Object.keys(stack.describe().processes);
    all.push(await secondsUntilReady(stack, names, [...APPS], signal));
    const each: Alone[] = [];
    for (const app of APPS) {
      const seconds = await secondsUntilReady(stack, [app], [app], signal);
      each.push({ app, seconds, cpuSeconds: cpuSeconds(stack.part(app).pid() ?? 0) });
    }
    alone.push(each);
  }
  const medians = APPS.map((app, at) => ({
    app,
    seconds: median(alone.map((round) => round[at]?.seconds ?? NaN)),
    cpuSeconds: median(alone.map((round) => round[at]?.cpuSeconds ?? NaN)),
  }));
  return { all: median(all), alone: medians };
}

/** Counts from the first new process of a service, because the stack waits the longer the more often a part ends. */
async function secondsUntilReady(
  stack: Stack,
  killed: string[],
  awaited: AppName[],
  signal: AbortSignal,
): Promise<number> {
  await Promise.all(killed.map((name) => stack.part(name).kill()));
  while (awaited.every((app) => stack.part(app).pid() === undefined)) await sleep(5, undefined, { signal });
  const begun = performance.now();
  const parts = awaited.map((app) => {
    const part = stack.part(app);
    const earlier = part.exits();
    const since = { ...part, exits: () => part.exits() - earlier };
    return { part: since, url: stack.privateUrls[app], logFile: join(stack.logsDir, `${app}.log`) };
  });
  await waitUntilReady(parts, signal);
  return (performance.now() - begun) / 1_000;
}

/** The first start makes the data, and counts for nothing. */
async function startWarm(rounds: number, signal: AbortSignal): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ces-bench-'));
  chmodSync(dataDir, 0o711); // PostgreSQL runs under another account when we are root
  try {
    await startOnce(dataDir, signal);
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) seconds.push(await startOnce(dataDir, signal));
    return median(seconds);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function startOnce(dataDir: string, signal: AbortSignal): Promise<number> {
  const stackFile = join(dataDir, 'stack.json');
  const env = { ...process.env, PORT: String(await freePort()), CES_DATA_DIR: dataDir };
  const begun = performance.now();
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 2] });
  const ended = once(npm, 'exit');
  try {
    while (!existsSync(stackFile)) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with code ${npm.exitCode}`);
      if (performance.now() - begun > longestStartMs) throw new Error('npm start takes too long');
      await sleep(20, undefined, { signal });
    }
    await sendFirstEvent(JSON.parse(readFileSync(stackFile, 'utf8')) as StackFile);
    return (performance.now() - begun) / 1_000;
  } finally {
    npm.kill('SIGTERM');
    await ended;
  }
}

/** Rows 5 and 2, with the event of the demo data. */
async function sendFirstEvent({ base_url, client, provider }: StackFile): Promise<void> {
  const Authorization = `Bearer ${await tokenOf(base_url, client)}`;
  const headers = { Authorization, 'Content-Type': 'application/json' };
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${base_url}/api/1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const user = (await (await post(`oauth2/provider/${provider}/started`, {})).json()) as { user_id: string };
  const { status } = await post(`terminal/${user.user_id}/events/purchase`, { amount: 1_250 });
  if (status !== 202) throw new Error(`the first event was answered ${status}`);
}
