import type { AuditEntry } from '@ces/contracts/identity/audit';
import type { Scope } from '@ces/contracts/identity/tokens/scopes';
import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../platform/platform.js';
import { formOf, importAndProcess, path as segments, processed, sendForm } from '@ces/testing/gateway/segment-forms';
import type { ExternalSegment } from '@ces/contracts/segments/segments';
import { DataSource } from 'typeorm';
import { EventWorld } from '../platform/event-world.js';

describe('event definitions and segments belong to a client', () => {
  let platform: Platform;
  let world: EventWorld;
  /** Clients without `admin`. */
  let owner: ApiClient;
  let other: ApiClient;
  /** A client with every scope. */
  let admin: ApiClient;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = await new EventWorld(platform).prepare();
    [owner, other] = [await newClient('events:define', 'segments'), await newClient('events:define', 'segments')];
    admin = platform.api;
  });

  afterAll(() => platform.stop());

  async function newClient(...scopes: Scope[]): Promise<ApiClient> {
    const made = await platform.api.post('/api/1/admin/clients', { name: 'Other', scopes });
    return platform.api.as(made.body as ClientWithSecret);
  }

  const code = ({ status, body }: ApiAnswer) => [status, (body as { code?: string }).code];

  const noted = async (who: string, what: string) =>
    ((await admin.get('/api/1/admin/audit')).body as AuditEntry[])
      .filter((entry) => entry.who === who && entry.what === what)
      .map(({ status }) => status);

  describe('row 1', () => {
    const put = (client: ApiClient, name: string, title: string) =>
      client.put(`/api/1/terminal/events/${name}`, world.definition(name, { title }));
    const refused = [403, 'definition-of-another-client'];

    it('another client than the one that first defined the name needs `admin` to change it', async () => {
      expect((await put(owner, 'owned', 'first')).body).toMatchObject({ status: 'created' });
      const answer = await put(other, 'owned', 'stolen');
      expect(code(answer)).toEqual(refused);
      expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
      expect((await put(owner, 'owned', 'second')).body).toMatchObject({ status: 'updated', version: 2 });
      expect((await put(admin, 'owned', 'third')).body).toMatchObject({ status: 'updated', version: 3 });
      expect((await put(owner, 'owned', 'fourth')).body).toMatchObject({ status: 'updated', version: 4 });
    });

    it('a change by a client with `admin` is in the audit log, one by the owner is not', async () => {
      await put(owner, 'noted', 'first');
      await put(owner, 'noted', 'second');
      expect((await put(admin, 'noted', 'third')).status).toBe(200);
      const what = 'PUT /api/1/terminal/events/noted';
      await eventually(async () => {
        expect(await noted(platform.credentials.id, what)).toEqual([200]);
      });
      const entries = (await admin.get('/api/1/admin/audit')).body as AuditEntry[];
      expect(entries.filter((entry) => entry.what === what)).toHaveLength(1);
    });

    it('another client may send the document that is there already, because nothing changes', async () => {
      await put(owner, 'shared', 'same');
      expect((await put(other, 'shared', 'same')).body).toMatchObject({ status: 'unchanged', version: 1 });
      expect(code(await put(other, 'shared', 'else'))).toEqual(refused);
    });

    it('one of two clients that define a name at once owns it', async () => {
      const answers = await Promise.all([put(owner, 'raced', 'a'), put(other, 'raced', 'b')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    });

    it('a definition without a recorded owner keeps none: every client with `events:define` changes it', async () => {
      await put(other, 'old', 'first');
      await platform.services.events.get(DataSource).query(`DELETE FROM definition_owner WHERE name = 'old'`);
      expect((await put(admin, 'old', 'second')).status).toBe(200);
      expect((await put(owner, 'old', 'third')).status).toBe(200);
      expect((await put(other, 'old', 'fourth')).status).toBe(200);
    });
  });

  describe('rows 28 to 32', () => {
    const make = (client: ApiClient) => importAndProcess({ api: client }, 'a\n');
    const renew = (client: ApiClient, id: string, headers: Record<string, string> = {}) =>
      sendForm(
        { api: client },
        `${segments}/${id}`,
        formOf({ title: 'New', identifier: 'acme', file: 'b\n' }),
        headers,
      );
    const remove = (client: ApiClient, id: string) => client.send('DELETE', `${segments}/${id}`);
    const refused = [403, 'segment-of-another-client'];

    it('rows 29 and 30: a segment is read by every client with `segments`', async () => {
      const { id } = await make(owner);
      expect((await other.get(`${segments}/${id}`)).status).toBe(200);
      expect((await other.get(`${segments}/${id}/members`)).status).toBe(200);
      const listed = (await other.get(`${segments}/list`)).body as ExternalSegment[];
      expect(listed.map((each) => each.id)).toContain(id);
      expect(Object.keys(listed[0] ?? {})).not.toContain('client_id');
    });

    it('row 31: only the client that made a segment, or `admin`, replaces it', async () => {
      const segment = await make(owner);
      expect(code(await renew(other, segment.id))).toEqual(refused);
      expect(code(await renew(other, segment.id, { 'Idempotency-Key': 'theirs' }))).toEqual(refused);
      expect((await owner.get(`${segments}/${segment.id}`)).body).toEqual(segment);
      expect((await renew(owner, segment.id)).status).toBe(200);
      expect((await renew(admin, segment.id)).status).toBe(200);
      expect(code(await renew(other, segment.id))).toEqual(refused);
    });

    it('row 32: only the client that made a segment, or `admin`, deletes it', async () => {
      const [one, two] = [await make(owner), await make(owner)];
      expect(code(await remove(other, one.id))).toEqual(refused);
      expect((await remove(owner, one.id)).status).toBe(200);
      expect((await remove(admin, two.id)).status).toBe(200);
    });

    it('row 32 is in the audit log, row 31 only if the client has `admin`', async () => {
      const [one, two] = [await make(owner), await make(owner)];
      for (const [by, { id }] of [
        [owner, one],
        [admin, two],
      ] as const) {
        expect((await renew(by, id)).status).toBe(200);
        await processed(platform, id);
        expect((await remove(by, id)).status).toBe(200);
      }
      await eventually(async () => {
        for (const method of ['POST', 'DELETE']) {
          expect(await noted(platform.credentials.id, `${method} ${segments}/${two.id}`)).toEqual([200]);
        }
      });
      const entries = (await admin.get('/api/1/admin/audit')).body as AuditEntry[];
      expect(entries.filter(({ what }) => what.includes(one.id)).map(({ what }) => what)).toEqual([
        `DELETE ${segments}/${one.id}`,
      ]);
    });

    it('a segment without a recorded owner keeps none: every client with `segments` replaces and deletes it', async () => {
      const { id } = await make(owner);
      await platform.segments.get(DataSource).query('UPDATE segment SET client_id = NULL WHERE id = $1', [id]);
      expect((await renew(admin, id)).status).toBe(200);
      expect((await renew(other, id)).status).toBe(200);
      await processed(platform, id);
      expect((await renew(owner, id)).status).toBe(200);
      await processed(platform, id);
      expect((await remove(other, id)).status).toBe(200);
    });
  });
});
