// `npm run reconcile` compares the databases of all services of a running installation (docs/runbooks/restore.md): that
// of `npm start`, unless DATABASE_URL is set.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { layOut } from '../../libs/local-stack/src/layout.ts';
import { environmentOfRunning } from '../../libs/local-stack/src/running-environment.ts';

const root = resolve(import.meta.dirname, '../..');
const layout = layOut(root, resolve(root, process.env['CES_DATA_DIR'] ?? '.local'));

try {
  const env = process.env['DATABASE_URL'] ? process.env : environmentOfRunning('campaigns', layout, process.env);
  const args = [layout.scripts.campaigns, 'reconcile', ...process.argv.slice(2)];
  const quiet = { LOG_LEVEL: 'error', ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...env, ...quiet } });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
