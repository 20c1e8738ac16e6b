import type { AuditEntry } from '@ces/contracts/identity/audit';
import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';

describe('refused calls in the audit log', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 2);
  });

  afterAll(() => platform.stop());

  const audit = '/api/1/admin/audit';
  const of = async (who: string) =>
    ((await platform.api.get(audit)).body as AuditEntry[]).filter((entry) => entry.who === who);
  const newClient = async () => {
    const wanted = { name: 'Refused', scopes: ['users:read'] };
    return (await platform.api.post('/api/1/admin/clients', wanted)).body as ClientWithSecret;
  };

  it('are one entry per client and minute with a count, over all gateways', async () => {
    const client = await newClient();
    const caller = await platform.api.as(client);
    const urls = await Promise.all(platform.gateways.map((gateway) => gateway.getUrl()));
    for (let round = 0; round < 3; round += 1) {
      const calls = urls.flatMap((url) =>
        Array.from({ length: 10 }, (_, n) => caller.at(url).get(`/api/1/admin/clients/cl_${round}${n}`)),
      );
      for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
    }
    const entries = await eventually(async () => {
      const found = await of(client.id);
      expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(60);
      return found;
    });
    // A new minute may begin while the calls are sent.
    expect(entries.length).toBeLessThanOrEqual(2);
    expect(entries.at(-1)).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/:00\.000Z$/),
      who: client.id,
      what: expect.stringMatching(/^GET \/api\/1\/admin\/clients\/cl_\d\d$/),
      user_id: null,
      status: 403,
      request_id: expect.any(String),
      count: expect.any(Number),
    });
  });

  it('include calls with a user token, under the name of its client', async () => {
    const user = await platform.asUser('A'.repeat(25), 'profile');
    expect((await user.post('/api/1/admin/keys:rotate')).status).toBe(403);
    await eventually(async () => {
      expect((await of('cl_test')).map(({ what, status }) => `${what} ${status}`)).toContain(
        'POST /api/1/admin/keys:rotate 403',
      );
    });
  });

  it('do not include calls without a valid token', async () => {
    const rows = () => platform.services.identity.get(DataSource).query<object[]>('SELECT id FROM audit');
    const stranger = platform.api.withToken('x.y.z');
    const client = await newClient();
    await platform.api.as(client).then((caller) => caller.get(audit));
    await eventually(async () => {
      expect(await of(client.id)).toHaveLength(1);
    });
    const before = (await rows()).length;
    for (let n = 0; n < 20; n += 1) expect((await stranger.get(audit)).status).toBe(401);
    // A later refusal is recorded after these, so its entry shows that they were not recorded.
    const next = await newClient();
    await platform.api.as(next).then((caller) => caller.get(audit));
    await eventually(async () => {
      expect((await rows()).length).toBeGreaterThanOrEqual(before + 2);
    });
    const added = (await platform.api.get(audit)).body as AuditEntry[];
    expect(added.filter(({ who }) => who === '-')).toEqual([]);
  });

  it('are recorded when a gateway stops', async () => {
    const client = await newClient();
    const caller = await platform.api.as(client);
    const last = platform.gateways.pop();
    if (!last) throw new Error('no gateway');
    expect((await caller.at(await last.getUrl()).get(audit)).status).toBe(403);
    await last.close();
    expect(await of(client.id)).toHaveLength(1);
  });
});
