import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJson } from './kept-settings.ts';
import { layOut } from './layout.ts';
import { environmentOfRunning } from './running-environment.ts';

describe('the environment of a command beside a stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-environment-'));
  const layout = layOut('/checkout', folder);

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('needs a stack that runs', () => {
    expect(() => environmentOfRunning('campaigns', layout, {})).toThrow('no installation of `npm start` runs here');
  });

  it('is that of the app', () => {
    writeJson(layout.stackFile, { base_url: 'http://localhost:3000' });
    writeJson(layout.kept('ports.json'), { postgres: 5_001, nats: 5_002 });
    writeJson(layout.kept('secrets.json'), { databases: { campaigns: 'p w' }, nats: { campaigns: 'secret' } });
    expect(
      environmentOfRunning('campaigns', layout, { NATS_NAMESPACE: 'ours', DATABASE_URL: 'of another' }),
    ).toMatchObject({
      DATABASE_URL: 'postgres://campaigns_runtime:p%20w@127.0.0.1:5001/campaigns',
      NATS_URL: 'nats://127.0.0.1:5002',
      NATS_USER: 'campaigns',
      NATS_PASSWORD: 'secret',
      NATS_NAMESPACE: 'ours',
    });
  });
});
