import type { AuditEntry } from '@ces/contracts/identity/audit';
import { createClient, deleteClient } from '@ces/contracts/identity/clients';
import { type ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { deleteProvider, putProvider } from '@ces/contracts/identity/providers';
import { inCall } from '@ces/messaging/calls/call-context';
import { newId } from '@ces/messaging/storage/ids';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';

describe('an administrative command', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start();
  });

  afterAll(() => platform.stop());

  const entriesOf = (requestId: string): Promise<Pick<AuditEntry, 'who' | 'what' | 'user_id'>[]> =>
    platform.services.identity
      .get(DataSource)
      .query('SELECT who, what, user_id FROM audit WHERE request_id = $1', [requestId]);
  const overTheBus = (audit?: string) => {
    const call = { requestId: newId(), ...(audit === undefined ? {} : { audit }) };
    const made = inCall(call, () => platform.messaging.bus.call(createClient, { name: 'Bus', scopes: [] }));
    return made.then((client) => ({ client, requestId: call.requestId }));
  };
  const unknown = { who: 'unknown', what: 'rpc identity.clients.create', user_id: null };

  it('that comes directly over NATS is in the audit log with an unknown sender', async () => {
    const { requestId, client } = await overTheBus();
    expect(await entriesOf(requestId)).toEqual([unknown]);
    await inCall({ requestId }, () => platform.messaging.bus.call(deleteClient, { id: client.id }));
    expect(await entriesOf(requestId)).toContainEqual({ ...unknown, what: 'rpc identity.clients.delete' });
  });

  it('that comes through the gateway is in the audit log once, with its client', async () => {
    const answer = await platform.api.post('/api/1/admin/clients', { name: 'HTTP', scopes: [] });
    expect(answer.status).toBe(201);
    const requestId = answer.headers.get('X-Request-Id') ?? '';
    const what = 'POST /api/1/admin/clients';
    expect(await entriesOf(requestId)).toEqual([{ who: platform.credentials.id, what, user_id: null }]);
    const { id } = answer.body as ClientWithSecret;
    const changed = await platform.api.send('PATCH', `/api/1/admin/clients/${id}`, { body: { name: 'Renamed' } });
    expect(await entriesOf(changed.headers.get('X-Request-Id') ?? '')).toHaveLength(1);
  });

  it('is recorded even if it names a finished or unknown entry', async () => {
    const log = (await platform.api.get('/api/1/admin/audit')).body as AuditEntry[];
    const closed = log.find(({ status }) => status !== null);
    for (const named of [closed?.id, newId(), 'no-uuid']) {
      const { requestId } = await overTheBus(named);
      expect(await entriesOf(requestId)).toEqual([unknown]);
    }
  });

  it('leaves no entry when it is refused, and no change when it cannot be recorded', async () => {
    const { bus } = platform.messaging;
    const requestId = newId();
    const refused = inCall({ requestId }, () => bus.call(deleteProvider, { name: 'nobody' }));
    await expect(refused).rejects.toMatchObject({ code: 'provider-not-found' });
    expect(await entriesOf(requestId)).toEqual([]);
    const database = platform.services.identity.get(DataSource);
    await database.query('ALTER TABLE audit RENAME TO audit_away');
    const provider = { name: 'unwritten', issuer: 'https://unwritten.example', client_ids: ['x'] };
    await expect(bus.call(putProvider, provider)).rejects.toMatchObject({ status: 500 });
    await database.query('ALTER TABLE audit_away RENAME TO audit');
    expect((await platform.api.get('/api/1/admin/providers/unwritten')).status).toBe(404);
  });
});
