import type { AuditEntry } from '@ces/contracts/identity/audit';
import { Browser } from '@ces/testing/gateway/browser';
import { runCommand } from '@ces/testing/services/service-process';
import { IdentityConfig } from '../../apps/identity/src/identity.config.js';
import { OperatorWorld } from '../platform/operator-world.js';
import { Platform } from '../platform/platform.js';

describe('the command invite-owner', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const invite = (...options: string[]) => {
    const { DATABASE_URL, SECRETS_KEY } = platform.services.identity.get(IdentityConfig);
    const env = {
      DATABASE_URL,
      SECRETS_KEY: SECRETS_KEY.join(','),
      PUBLIC_URL: platform.url,
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    return runCommand('identity', ['invite-owner', ...options], { ...env, LOG_LEVEL: 'warn' });
  };
  const choose = async (url: string, password: string) => {
    const browser = new Browser(platform.url);
    const [page = '', token = ''] = url.trim().split('#token=');
    return browser.submit(await browser.open(page), { token, password });
  };

  it('prints a link with which a new owner chooses a password and signs in', async () => {
    const email = `first-${Date.now()}@shop.example`;
    const { status, stdout, stderr } = invite(`--email=${email}`, '--name=Olga');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^${platform.url}/console/invitation#token=[\\w-]{43}\n$`));
    expect((await choose(stdout, 'a long enough secret')).status).toBe(200);
    const browser = new Browser(platform.url);
    const form = await browser.open('/console/sign-in?return_to=/console/customers');
    const end = await browser.submit(form, { username: email, password: 'a long enough secret', action: 'sign-in' });
    expect(end.url).toBe(`${platform.url}/console/customers`);
    const headers = { cookie: `ces_console=${browser.cookie('ces_console') ?? ''}` };
    const session = await (await fetch(`${platform.url}/console/session`, { headers })).json();
    expect(session).toMatchObject({ operator: { name: 'Olga', email, role: 'owner' } });
  }, 120_000);

  it('lets an operator in again who is blocked, and notes it in the audit log', async () => {
    const world = await OperatorWorld.invited(platform, 'auditor');
    const { id, email } = world.operator;
    await platform.api.send('PATCH', `/api/1/admin/operators/${id}`, { body: { state: 'blocked' } });
    const { stdout } = invite(`--email=${email}`);
    expect((await choose(stdout, 'another long secret')).status).toBe(200);
    expect((await world.signIn('another long secret')).url).toContain('/console/customers');
    const entries = (await platform.api.get('/api/1/admin/audit?actor=system')).body as AuditEntry[];
    expect(entries.map(({ what }) => what)).toContain(`invite-owner ${id}`);
  }, 120_000);

  it('says in one line that an address is missing or wrong', () => {
    for (const options of [[], ['--email=nobody']])
      expect(invite(...options)).toMatchObject({
        status: 78,
        stdout: '',
        stderr: expect.stringMatching(/invite-owner --email=<address>: .*\n$/) as string,
      });
  }, 120_000);
});
