import type { Campaign } from '@ces/contracts/campaigns/campaign-administration';
import type { Scope } from '@ces/contracts/identity/tokens/scopes';
import { freePort } from '@ces/local-stack/processes/free-port';
import { readConfig } from '@ces/service/config/config';
import { MetricsServer } from '@ces/service/metrics';
import { runCommandBeside } from '@ces/testing/services/service-process';
import { ProbeSettings } from '../../apps/gateway/src/probe/command/probe.settings.js';
import { Receiver } from '../../apps/webhooks/test/receiver.js';
import { Platform } from '../platform/platform.js';

interface Line {
  failed: string | null;
  steps: { step: string; ms: number }[];
  reward?: string;
  reason?: string;
}

const scopes: Scope[] = ['users:write', 'events:write', 'events:read', 'probe:report', 'webhooks'];

describe('the probe of the golden path', () => {
  let platform: Platform;
  let receiver: Receiver;
  let client: { id: string; secret: string };
  let metricsUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    metricsUrl = `http://127.0.0.1:${port}/metrics`;
    const settings = { METRICS_PORT: String(port) };
    platform = await Platform.start(settings, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    await platform.gateways[0]?.get(MetricsServer).listen();
    receiver = await Receiver.start();
    client = (await platform.api.post('/api/1/admin/clients', { name: 'Probe', scopes })).body as typeof client;
  }, 90_000);

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
  });

  const command = (words: string[], { id, secret }: { id: string; secret: string }, env: Record<string, string> = {}) =>
    runCommandBeside('gateway', words, {
      PROBE_URL: platform.url,
      PROBE_CLIENT_ID: id,
      PROBE_CLIENT_SECRET: secret,
      ...env,
    });
  const prepare = () => command(['probe', 'prepare'], platform.credentials);
  /** One run as a CronJob starts it: its exit code, and the only line that it logs. */
  const probe = async (env: Record<string, string> = {}): Promise<Line & { status: number | null }> => {
    const { status, stdout, stderr } = await command(['probe'], client, env);
    expect([stderr, stdout.trimEnd().split('\n')]).toEqual(['', [expect.stringMatching(/^\{.*\}$/)]]);
    return { status, ...(JSON.parse(stdout) as Line) };
  };
  const stepsOf = ({ steps }: Line) => steps.map(({ step }) => step);
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(metricsUrl)).text();
    const [, value] = new RegExp(`^${name.replaceAll(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text) ?? [];
    return Number(value);
  };
  const listed = async <T>(path: string): Promise<T[]> => (await platform.api.get(path)).body as T[];

  it('says that nobody has prepared it', async () => {
    const run = await probe();
    expect(run).toMatchObject({ status: 1, failed: 'user', reason: expect.stringContaining('`probe prepare`') });
    expect(stepsOf(run)).toEqual(['token', 'user']);
    expect(await metric('ces_probe_success')).toBe(0);
    expect(await metric('ces_probe_last_success_timestamp_seconds')).toBe(0);
  });

  it('goes the whole path, again and again, and makes nothing twice', async () => {
    expect(await prepare()).toEqual({ status: 0, stdout: expect.stringMatching(/^probe: .* runs\n$/), stderr: '' });
    expect(await prepare()).toMatchObject({ status: 0, stdout: 'probe: everything is there already\n' });

    const withReceiver = { PROBE_RECEIVER_URL: `${receiver.url}/probe` };
    const runs = [await probe(withReceiver), await probe(withReceiver)];
    expect(runs).toMatchObject([
      { status: 0, failed: null, reward: 'granted' },
      { status: 0, failed: null, reward: 'capped' },
    ]);
    for (const run of runs) expect(stepsOf(run)).toEqual(['token', 'user', 'event', 'reward', 'webhook']);
    expect(receiver.at('/probe').map(({ events }) => events)).toEqual([[], []]);

    const [campaign, ...others] = await listed<Campaign>('/api/1/admin/campaigns');
    expect([campaign?.used.grants, campaign?.version, others]).toEqual([1, 1, []]);
    expect(await listed('/api/1/admin/stacks')).toHaveLength(1);
    expect(await listed('/api/1/terminal/events/ces-probe/versions')).toHaveLength(1);
    const asProbe = await platform.api.as(client);
    expect((await asProbe.get('/api/1/terminal/webhooks')).body).toHaveLength(1);
  }, 90_000);

  it('shows by the metrics of the gateway that it succeeded, when, and how long each step took', async () => {
    expect(await metric('ces_probe_success')).toBe(1);
    const age = Date.now() / 1_000 - (await metric('ces_probe_last_success_timestamp_seconds'));
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(600);
    expect(await metric('ces_probe_step_seconds{step="reward"}')).toBeGreaterThan(0);
  });

  it('names the step that fails, and shows it, while campaigns is away', async () => {
    const succeeded = await metric('ces_probe_last_success_timestamp_seconds');
    await platform.without('campaigns', async () => {
      const run = await probe({ PROBE_STEP_SECONDS: '6' });
      expect(run).toMatchObject({ status: 1, failed: 'reward', reason: 'not done within 6 s' });
      expect(stepsOf(run)).toEqual(['token', 'user', 'event', 'reward']);
    });
    expect(await metric('ces_probe_success')).toBe(0);
    expect(await metric('ces_probe_last_success_timestamp_seconds')).toBe(succeeded);
    expect(await metric('ces_probe_last_run_timestamp_seconds')).toBeGreaterThan(succeeded);
  }, 90_000);

  it('names the first step while no gateway answers, and the last one when the receiver refuses', async () => {
    const PROBE_URL = `http://127.0.0.1:${await freePort()}`;
    expect(await probe({ PROBE_URL })).toMatchObject({
      status: 1,
      failed: 'token',
      reason: expect.stringContaining('POST /oauth2/token: connect ECONNREFUSED'),
    });
    receiver.answer(500);
    expect(await probe({ PROBE_RECEIVER_URL: `${receiver.url}/refused` })).toMatchObject({
      status: 1,
      failed: 'webhook',
      reason: 'the ping to the receiver failed: 500',
    });
  });

  it('needs its settings, and a client that may report', async () => {
    expect(() => readConfig(ProbeSettings, {})).toThrow(/PROBE_CLIENT_ID is needed.*PROBE_CLIENT_SECRET is needed/s);
    const asStranger = await platform.api.as(platform.credentials, 'events:write');
    const refused = await asStranger.put('/api/1/probe/result', { failed: null, steps: [] });
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope-insufficient' } });
  });
});
