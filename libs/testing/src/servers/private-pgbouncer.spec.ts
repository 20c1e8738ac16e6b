import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describeIfSet } from '../describe-if-set.js';
import { eventually } from '../eventually.js';
import { ask } from './replicated-postgres.js';

describeIfSet('PGBOUNCER')('a private PgBouncer', () => {
  const loader = join(import.meta.dirname, '../services/from-source.mjs');
  const script = `
    import { privatePgBouncer } from ${JSON.stringify(join(import.meta.dirname, 'private-pgbouncer.ts'))};
    const { through } = await privatePgBouncer(1);
    console.log(through(process.env.TEST_POSTGRES_URL));`;

  it('ends with the process that started it, also by kill -9', async () => {
    const starter = spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(starter.stdout, 'data')) as [Buffer];
    expect(await ask(url.toString().trim(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    starter.kill('SIGKILL');
    await eventually(async () => {
      await expect(ask(url.toString().trim(), 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    }, 10_000);
  });
});
