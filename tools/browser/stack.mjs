import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const startMs = 300_000;

/** Uses the stack that CES_STACK names, or starts one, which ends afterwards. */
export async function withStack(root, work) {
  const given = process.env['CES_STACK'];
  if (given) return work(JSON.parse(readFileSync(given, 'utf8')));
  const folder = mkdtempSync(join(tmpdir(), 'ces-browser-'));
  const env = { ...process.env, PORT: String(await freePort()), CES_DATA_DIR: folder };
  const child = spawn(process.execPath, ['deploy/local/start.ts'], { cwd: root, env, stdio: 'inherit' });
  const ended = once(child, 'exit');
  try {
    return await work(await stackIn(folder, child));
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file is written when all parts run. */
async function stackIn(folder, child) {
  for (const until = Date.now() + startMs; Date.now() < until && child.exitCode === null; await sleep(500)) {
    try {
      return JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'));
    } catch {
      // not yet
    }
  }
  throw new Error('the stack did not start');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
