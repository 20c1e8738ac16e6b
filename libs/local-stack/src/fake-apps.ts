// Apps that keep the launcher's contract and do nothing else, for specs of the launcher.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPS, type AppName } from './apps.ts';

const SCRIPT = `
import { createServer } from 'node:http';
if (process.argv[2]) {
  console.log(process.argv[2], process.env.DATABASE_URL, process.env.SEED_CLIENTS ?? '');
} else {
  const answer = JSON.stringify({ pid: process.pid, env: process.env });
  createServer((request, response) => response.end(answer)).listen(Number(process.env.PORT), process.env.HOST);
  process.on('SIGTERM', () => process.exit(0));
}
`;

export function writeFakeApps(root: string, scripts: Partial<Record<AppName, string>> = {}): void {
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  for (const app of APPS) {
    const folder = join(root, 'dist/apps', app, 'src');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'main.js'), scripts[app] ?? SCRIPT);
  }
}
