import { registerCredentials } from '@ces/contracts/identity/credentials';
import { databaseServices } from '@ces/contracts/dead-letters';
import {
  adminReadNoted,
  listAudit,
  noteAdminCall,
  noteAdminCallEnd,
  type AdminRead,
  type AuditEntry,
} from '@ces/contracts/identity/audit';
import { requestDeletion } from '@ces/contracts/identity/deletion';
import { exportOf } from '@ces/contracts/identity/erasure';
import { Outbox } from '@ces/messaging/facts/outbox';
import { newId } from '@ces/messaging/storage/ids';
import { Transactions } from '@ces/messaging/storage/transactions';
import { eventually } from '@ces/testing/eventually';
import { tellFacts } from '@ces/testing/servers/guarded-nats';
import type { RunningService } from '@ces/testing/services/start-service';
import { startIdentity } from '../../test/start-identity.js';

describe('the audit log', () => {
  let identity: RunningService;

  beforeAll(async () => {
    identity = await startIdentity();
  });

  afterAll(() => identity.stop());

  const user_id = 'A'.repeat(25);
  const entries = async (who: string): Promise<AuditEntry[]> =>
    (await identity.bus.call(listAudit, {})).items.filter((entry) => entry.who === who);

  it('has an entry of a call before it ends, with the user that its path names', async () => {
    const call = { who: 'cl_one', what: `POST /api/1/admin/users/${user_id}:deactivate`, request_id: 'r1' };
    const { id } = await identity.bus.call(noteAdminCall, call);
    const entry = { id, ...call, user_id, status: null, count: 1, at: expect.any(String) as string };
    expect(await entries('cl_one')).toEqual([entry]);
    await identity.bus.call(noteAdminCallEnd, { id, status: 200 });
    expect(await entries('cl_one')).toEqual([{ ...entry, status: 200 }]);
  });

  it('is exported whole for a user, with what else identity holds', async () => {
    const user = { username: 'exported@example.com', password: 'correct horse', client_id: 'cl_shop' };
    const { user_id: exported } = await identity.bus.call(registerCredentials, user);
    await identity.query(
      `INSERT INTO audit (id, who, what, user_id) SELECT format('01900000-0000-7000-8000-%s', lpad(n::text, 12, '0'))::uuid, 'cl_many', 'read ' || n, $1 FROM generate_series(1, 1001) n`,
      [exported],
    );
    const grant = `INSERT INTO oauth_payload (kind, id, payload, user_id, client_id, expires_at)
                   VALUES ('Grant', 'g', '{}', $1, 'cl_shop', '2099-01-01')`;
    await identity.query(grant, [exported]);
    await identity.bus.call(requestDeletion, { user_id: exported, client_id: 'cl_shop', locale: 'nl_NL' });
    const part = (more: { cursor?: string }) => identity.bus.call(exportOf('identity'), { user_id: exported, ...more });
    const first = await part({});
    expect(first).toMatchObject({
      sign_ins: [
        { kind: 'grant', client_id: 'cl_shop', expires_at: expect.stringMatching(/^20\d\d-[\d-]+T[\d:]+\.\d{3}Z$/) },
      ],
      mails: [{ kind: 'deletion', recipient: user.username, locale: 'nl_NL' }],
    });
    const { audit: rest, next } = (await part({ cursor: first.next ?? '' })) as {
      audit: AuditEntry[];
      next: string | null;
    };
    expect([rest.map(({ what }) => what), next]).toEqual([['read 2', 'read 1'], null]);
  });

  it('ignores the end of an unknown entry', async () => {
    for (const id of ['01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11', 'malformed']) {
      expect(await identity.bus.call(noteAdminCallEnd, { id, status: 200 })).toEqual({});
    }
  });

  it('has an entry for each read, though its fact comes twice and the request has asked twice', async () => {
    const read = (status: number): AdminRead => ({
      ...{ id, at: new Date().toISOString(), who: 'cl_reader', what: 'GET /api/1/admin/clients' },
      ...{ user_id: null, request_id: 'r9', status },
    });
    const id = newId();
    const first = read(200);
    const tell = (...reads: AdminRead[]) =>
      identity.app.get(Transactions).run(async () => {
        for (const each of reads) await identity.app.get(Outbox).add(adminReadNoted('identity'), each);
      });
    await tell(first, { ...first, status: 404 });
    await tell(first);
    const last = { ...read(200), id: newId() };
    await tell(last);
    await eventually(async () => {
      expect((await entries('cl_reader')).map((entry) => entry.id)).toContain(last.id);
    });
    expect((await entries('cl_reader')).filter((entry) => entry.id === id)).toEqual([
      { ...first, status: expect.any(Number) as number, count: 1 },
    ]);
  });

  it('hears of the reads of every service', async () => {
    const { nats } = identity.messaging;
    const what = 'GET /api/1/admin/dead-letters';
    for (const service of databaseServices) {
      const read = {
        id: newId(),
        at: new Date().toISOString(),
        who: 'cl_all',
        what,
        user_id: null,
        request_id: service,
      };
      await tellFacts(nats, adminReadNoted(service), [{ ...read, status: 200 }]);
    }
    await eventually(async () => {
      const heard = (await entries('cl_all')).map(({ request_id }) => request_id);
      expect(heard.sort()).toEqual([...databaseServices].sort());
    }, 30_000);
  });

  it('counts refused calls of one client and minute in one entry that names no user', async () => {
    const call = { who: 'cl_two', what: `GET /api/1/admin/users/${user_id}`, status: 403 };
    const sent = [2, 3, 5];
    for (const count of sent) await identity.bus.call(noteAdminCall, { ...call, request_id: `r${count}`, count });
    const found = await entries('cl_two');
    // The minute may change between the calls.
    expect(found.length).toBeLessThan(sent.length);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(10);
    expect(found.at(-1)).toMatchObject({ request_id: 'r2', status: 403, user_id: null });
  });
});
