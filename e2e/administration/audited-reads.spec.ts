import type { AuditEntry } from '@ces/contracts/identity/audit';
import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { Platform } from '../platform/platform.js';

describe('a read of an administrator', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards');
  });

  afterAll(() => platform.stop());

  const clients = '/api/1/admin/clients';
  const definitions = '/api/1/admin/card-definitions';
  const database = () => platform.services.identity.get(DataSource);
  const entriesOf = (requestId: string): Promise<Pick<AuditEntry, 'who' | 'what' | 'status' | 'at'>[]> =>
    database().query('SELECT who, what, status, at FROM audit WHERE request_id = $1', [requestId]);
  const read = async (path: string) => {
    const requestId = newId();
    const { status } = await platform.api.send('GET', path, { headers: { 'X-Request-Id': requestId } });
    return { status, requestId };
  };
  const recorded = (requestId: string, what: string, status: number) =>
    eventually(async () => {
      expect(await entriesOf(requestId)).toMatchObject([{ who: platform.credentials.id, what: `GET ${what}`, status }]);
    }, 20_000);
  const create = (name: string) => platform.api.post(clients, { name, scopes: [] });
  const away = async (answer: ReturnType<typeof create>) => {
    const { status, headers } = await answer;
    expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
  };

  it('is answered while the audit table is locked, and recorded once it is free; a change is refused', async () => {
    const lock = database().createQueryRunner();
    await lock.startTransaction();
    await lock.query('LOCK TABLE audit IN ACCESS EXCLUSIVE MODE');
    const reads = [await read(clients), await read(definitions)];
    expect(reads.map(({ status }) => status)).toEqual([200, 200]);
    await away(create('Unrecorded'));
    const freed = Date.now();
    await lock.rollbackTransaction();
    await lock.release();
    for (const [n, path] of [clients, definitions].entries()) {
      const { requestId = '' } = reads[n] ?? {};
      await recorded(requestId, path, 200);
      expect(new Date((await entriesOf(requestId))[0]?.at ?? '').getTime()).toBeLessThan(freed);
    }
    const { body } = await platform.api.get(clients);
    expect((body as { name: string }[]).map(({ name }) => name)).not.toContain('Unrecorded');
  });

  it('is recorded with its status when the service refuses it, and with the user whom it names', async () => {
    const userId = 'A'.repeat(25);
    const path = `/api/1/admin/users/${userId}/export`;
    const { status, requestId } = await read(path);
    expect(status).toBe(404);
    await recorded(requestId, path, 404);
    const [entry] = await database().query<object[]>('SELECT user_id FROM audit WHERE request_id = $1', [requestId]);
    expect(entry).toEqual({ user_id: userId });
  });

  it('is counted with the refused calls when no service gets it', async () => {
    const { body } = await platform.api.post(clients, { name: 'Reader', scopes: ['admin:read'] });
    const reader = await platform.api.as(body as ClientWithSecret);
    for (let n = 0; n < 3; n += 1) expect((await reader.get(`${clients}?limit=0`)).status).toBe(400);
    await eventually(async () => {
      const entries = await database().query<AuditEntry[]>('SELECT what, status, count FROM audit WHERE who = $1', [
        (body as ClientWithSecret).id,
      ]);
      // A new minute may begin between the calls.
      expect(new Set(entries.map(({ what, status }) => `${what} ${status}`))).toEqual(new Set([`GET ${clients} 400`]));
      expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    });
  });

  it('is answered while identity is away, and recorded when it is back; a change is refused', async () => {
    let reading: Awaited<ReturnType<typeof read>> | undefined;
    await platform.without('identity', async () => {
      reading = await read(definitions);
      await away(platform.api.post(definitions, { name: 'unrecorded' }));
    });
    expect(reading?.status).toBe(200);
    await recorded(reading?.requestId ?? '', definitions, 200);
  });
});
