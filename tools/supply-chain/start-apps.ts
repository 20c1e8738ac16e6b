// Starts the apps of dist/ with the packages of the image, to find packages and files that are missing there.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { APPS } from '../../libs/local-stack/src/apps.ts';
import { startNats } from '../../libs/local-stack/src/nats/nats.ts';
import { startPostgres } from '../../libs/local-stack/src/postgres/postgres.ts';
import { lastLines, startChild, stopChild } from '../../libs/local-stack/src/processes/child-process.ts';
import { freePort } from '../../libs/local-stack/src/processes/free-port.ts';

const readyMs = 60_000;
const mainOf = (app: string): string => `dist/apps/${app}/src/main.js`;
const hashing = "require('@node-rs/argon2').hashSync('a password')";

export async function startApps(tree: string): Promise<{ faults: string[]; tried: string }> {
  const node = (env: NodeJS.ProcessEnv, ...args: string[]): { status: number | null; said: string } => {
    const options = { cwd: tree, encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
    return { status, said: stdout + stderr };
  };
  const faults: string[] = [];
  // The refusal comes after all modules of the app are loaded.
  for (const app of APPS) {
    const { said } = node({}, mainOf(app), 'nonsense');
    if (!said.includes(`${app} knows no command "nonsense"`)) faults.push(`${app} does not load:\n${said}`);
  }
  const hash = node({}, '-e', hashing);
  if (hash.status !== 0) faults.push(`argon2 does not load:\n${hash.said}`);
  faults.push(...(await serveCards(tree, node)));
  return { faults, tried: `${APPS.length} load, and cards migrates and gets ready` };
}

async function serveCards(
  tree: string,
  node: (env: NodeJS.ProcessEnv, ...args: string[]) => { status: number | null; said: string },
): Promise<string[]> {
  const logFile = join(tree, 'cards.log');
  const postgres = await startPostgres({ dataDir: join(tree, 'postgres'), durable: false });
  const nats = await startNats({ dataDir: join(tree, 'nats') });
  try {
    const port = await freePort();
    const env = {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      HOST: '127.0.0.1',
      PORT: String(port),
      DRAIN_SECONDS: '0',
    };
    const migrated = node(env, mainOf('cards'), 'migrate');
    if (migrated.status !== 0) return [`cards does not migrate:\n${migrated.said}`];
    const options = { cwd: tree, env: { PATH: process.env['PATH'], ...env }, logFile, deathSignal: 'SIGKILL' } as const;
    const cards = await startChild(process.execPath, [mainOf('cards')], options);
    const ready = await getsReady(`http://127.0.0.1:${port}/readyz`);
    await stopChild(cards, 'SIGTERM');
    return ready ? [] : [`cards does not get ready; its last log lines:\n${lastLines(logFile)}`];
  } finally {
    await nats.stop();
    await postgres.stop();
  }
}

async function getsReady(url: string): Promise<boolean> {
  const deadline = Date.now() + readyMs;
  while (Date.now() < deadline) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return true;
    await sleep(200);
  }
  return false;
}
