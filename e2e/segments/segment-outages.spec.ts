import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { privatePostgres } from '@ces/testing/servers/private-postgres';
import type { PrivateServer } from '@ces/testing/servers/private-server';
import { connect, formOf, importAndProcess, path, sendForm } from '@ces/testing/gateway/segment-forms';
import { serviceProcess, type ServiceProcess } from '@ces/testing/services/service-process';
import { migrate } from '@ces/service/database/database';
import { randomUUID } from 'node:crypto';
import { segments } from '../../apps/segments/src/segments.module.js';

describe('external segments during outages', () => {
  let platform: Platform;
  let postgres: PrivateServer;
  let service: ServiceProcess;

  beforeAll(async () => {
    platform = await Platform.start();
    postgres = await privatePostgres();
    await migrate(postgres.url, segments.schema);
    const env = { DATABASE_URL: postgres.url, ...platform.messaging.settings('segments') };
    service = await serviceProcess('segments', env);
  }, 90_000);

  afterAll(async () => {
    await service.kill();
    await platform.stop();
    await postgres.stop();
  });

  const send = (api: ApiClient, to: string) =>
    sendForm({ api }, to, formOf({ title: 'New', identifier: 'acme', file: 'b\n' }));
  const rowsOf = (id: string, api: ApiClient): Record<string, () => Promise<ApiAnswer>> => ({
    'row 28': () => send(api, path),
    'row 29': () => api.get(`${path}/list`),
    'row 30': () => api.get(`${path}/${id}`),
    members: () => api.get(`${path}/${id}/members`),
    'row 31': () => send(api, `${path}/${id}`),
    'row 32': () => api.send('DELETE', `${path}/${id}`),
  });
  const answersOf = async (id: string, api = platform.api) => {
    const answers: Record<string, (string | number | null)[]> = {};
    for (const [row, ask] of Object.entries(rowsOf(id, api))) {
      const { status, headers } = await ask();
      answers[row] = [status, headers.get('Retry-After')];
    }
    return answers;
  };
  const away = [503, '1'];
  const answered = [200, null];

  it('rows 28 to 32 answer 503 while PostgreSQL is away, and as before once it is back', async () => {
    const owner = randomUUID();
    const user_id = await connect(platform, owner);
    const { id } = await importAndProcess(platform, owner);
    await postgres.kill();
    expect(await answersOf(id)).toEqual({
      'row 28': away,
      'row 29': away,
      'row 30': away,
      members: away,
      'row 31': away,
      'row 32': away,
    });
    await postgres.start();
    await eventually(async () => {
      expect(await platform.api.get(`${path}/${id}/members`)).toMatchObject({ status: 200, body: [{ user_id }] });
    });
    expect(await importAndProcess(platform, owner)).toMatchObject({ externalUserCount: 1, internalUserCount: 1 });
  });

  it('rows 28 and 31, which ask for the provider, and row 32, which is audited, answer 503 while identity is away', async () => {
    // Other calls need identity if their client has `admin`, because the audit log records them, too.
    const wanted = { name: 'Segments', scopes: ['segments'] };
    const client = (await platform.api.post('/api/1/admin/clients', wanted)).body as ClientWithSecret;
    const api = await platform.api.as(client);
    const { id } = await importAndProcess({ api }, 'a\n');
    await platform.without('identity', async () => {
      expect(await answersOf(id, api)).toEqual({
        'row 28': away,
        'row 29': answered,
        'row 30': answered,
        members: answered,
        'row 31': away,
        'row 32': away,
      });
    });
    await eventually(async () => {
      expect((await api.send('DELETE', `${path}/${id}`)).status).toBe(200);
    });
  });
});
