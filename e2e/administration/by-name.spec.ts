import type { Difference } from '@ces/contracts/by-name/by-name';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { namedKinds, type NamedKind } from './named-kinds.js';
import { Platform } from '../platform/platform.js';

interface Shown {
  id: string;
  key: string;
  status: string;
  secret?: string;
  differences: Difference[];
}

const admin = '/api/1/admin';

describe('PUT by name', () => {
  let platform: Platform;
  let kinds: NamedKind[];

  beforeAll(async () => {
    platform = await Platform.shared();
    const stack = shown(await platform.api.post(`${admin}/stacks`, { name: 'Points' }));
    kinds = namedKinds(stack.id);
  });

  afterAll(() => platform.stop());

  const shown = ({ body }: ApiAnswer) => body as Shown;
  const newKey = () => `spec-${randomUUID()}`;
  const put = (path: string, body: object, headers: Record<string, string> = {}) =>
    platform.api.send('PUT', path, { body, headers });

  it('makes, keeps and replaces objects of every kind, and shows a secret once', async () => {
    for (const kind of kinds) {
      const path = `${kind.path}/by-name/${newKey()}`;
      const [first, second] = [kind.body('first'), kind.body('second')];
      const unknown = await platform.api.get(path);
      expect([kind.path, unknown.status]).toEqual([kind.path, 404]);
      const dry = await put(`${path}?dry_run=true`, first);
      expect([kind.path, dry.status, shown(dry).id, shown(dry).status]).toEqual([kind.path, 200, null, 'created']);
      expect((await platform.api.get(path)).status).toBe(404);
      const made = await put(path, first);
      expect([kind.path, made.status, shown(made).status]).toEqual([kind.path, 200, 'created']);
      const { id, key, secret } = shown(made);
      expect([kind.path, path.endsWith(`/${key}`)]).toEqual([kind.path, true]);
      if (kind.secret) expect(secret).toMatch(kind.secret);
      else expect(secret).toBeUndefined();
      const again = shown(await put(path, first));
      expect([kind.path, again.id, again.status, again.secret]).toEqual([kind.path, id, 'unchanged', undefined]);
      const planned = shown(await put(`${path}?dry_run=true`, second));
      expect([kind.path, planned.status, planned.differences.map(({ pointer }) => pointer)]).toEqual([
        ...[kind.path, 'updated', [kind.pointer]],
      ]);
      const changed = shown(await put(path, second));
      expect([kind.path, changed.id, changed.status]).toEqual([kind.path, id, 'updated']);
      const byName = await platform.api.get(path);
      const byId = await platform.api.get(`${kind.path}/${id}`);
      expect([byName.text, byName.headers.get('etag')]).toEqual([byId.text, byId.headers.get('etag')]);
      expect(shown(byId).key).toBe(key);
    }
  });

  it('gives an object that exists its key', async () => {
    for (const kind of kinds) {
      const body = kind.body('adopted');
      const { id } = shown(await platform.api.post(kind.path, body));
      const path = `${kind.path}/by-name/${newKey()}`;
      const [unknown, adopted] = [await put(`${path}?adopt=unknown`, body), await put(`${path}?adopt=${id}`, body)];
      expect([kind.path, unknown.status, adopted.status, shown(adopted).id]).toEqual([kind.path, 404, 200, id]);
      const taken = await put(
        `${path}?adopt=${shown(await platform.api.post(kind.path, kind.body('other'))).id}`,
        body,
      );
      expect([kind.path, taken.status, (taken.body as { code: string }).code]).toEqual([kind.path, 409, 'key-taken']);
    }
  });

  it('refuses what the other routes refuse: fields, scopes, an old ETag, a bad name and unknown parameters', async () => {
    for (const kind of kinds) {
      const path = `${kind.path}/by-name/${newKey()}`;
      const body = kind.body('refused');
      const [client] = [shown(await platform.api.post(`${admin}/clients`, { name: 'Less', scopes: ['admin:read'] }))];
      const less = await platform.api.as({ ...client, secret: client.secret ?? '' });
      const refusals = [
        await put(path, {}),
        await less.put(path, body),
        await put(path, body, { 'If-Match': '"old"' }),
        await put(`${kind.path}/by-name/Upper`, body),
        await put(`${path}?dryrun=true`, body),
      ];
      expect([kind.path, refusals.map(({ status }) => status)]).toEqual([kind.path, [400, 403, 412, 400, 400]]);
      expect((await platform.api.get(path)).status).toBe(404);
      await put(path, body);
      const tag = (await platform.api.get(path)).headers.get('etag') ?? '';
      const [right, old] = [
        await put(path, kind.body('next'), { 'If-Match': tag }),
        await put(path, kind.body('later'), { 'If-Match': tag }),
      ];
      expect([kind.path, right.status, old.status]).toEqual([kind.path, 200, 412]);
    }
  });

  it('answers the same secret to a retry with the same Idempotency-Key, and takes a dry run for another request', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `${admin}/clients/by-name/${newKey()}`;
    const body = { name: 'Shop', scopes: [] };
    const first = await put(path, body, headers);
    const again = await put(path, body, headers);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    expect((await put(`${path}?dry_run=true`, body, headers)).status).toBe(422);
  });

  it('is recorded in the audit log', async () => {
    const path = `${admin}/stacks/by-name/${newKey()}`;
    await put(path, { name: 'Points' });
    await eventually(async () => {
      const entries = (await platform.api.get(`${admin}/audit?limit=50`)).body as { what: string; status: number }[];
      expect(entries.map(({ what, status }) => `${what} ${status}`)).toContain(`PUT ${path} 200`);
    });
  });
});
