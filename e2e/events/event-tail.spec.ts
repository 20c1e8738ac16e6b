import type { AuditEntry } from '@ces/contracts/identity/audit';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { EventStream } from '@ces/testing/gateway/event-stream';
import { EventWorld } from '../platform/event-world.js';
import { Platform } from '../platform/platform.js';

const path = '/api/1/terminal/events:tail';

describe('the tail and the statistics of events over HTTP', () => {
  let platform: Platform;
  let world: EventWorld;
  const name = `tailed-${randomUUID().slice(0, 8)}`;
  const ofName = `${path}?event_name=${name}`;

  beforeAll(async () => {
    platform = await Platform.shared();
    world = new EventWorld(platform);
    world.user = await world.newUser();
    await world.define(name);
  });

  afterAll(() => platform.stop());

  it('shows accepted and refused events, of single requests and of batches, and goes on after Last-Event-ID, or where it began', async () => {
    const stream = await EventStream.open(platform.api, ofName);
    expect(stream.answer.headers.get('cache-control')).toBe('no-store');
    await world.send({ amount: 1 }, { 'X-Request-Id': 'tailed' }, name);
    expect(await stream.next()).toMatchObject({
      event: 'accepted',
      data: { event_name: name, user_id: world.user, request_id: 'tailed', data: { amount: 1 } },
    });
    expect((await world.send({ amount: 0 }, {}, name)).status).toBe(422);
    const unknown = { user_id: 'Z'.repeat(25), event_name: name, data: { amount: 1 } };
    await platform.api.post('/api/1/terminal/events:batch', [unknown]);
    const refused = await stream.next();
    expect(refused).toMatchObject({
      event: 'refused',
      data: { user_id: world.user, problem: { code: 'event-data-invalid', errors: [{ pointer: '#/amount' }] } },
    });
    expect(refused?.data).not.toHaveProperty('data');
    expect(await stream.next()).toMatchObject({ data: { problem: { code: 'user-not-found' } } });
    stream.close();
    const silent = await EventStream.open(platform.api, ofName);
    const begin = await silent.begin();
    silent.close();
    await world.send({ amount: 2 }, {}, name);
    for (const last of [refused?.id, begin]) {
      const again = await EventStream.open(platform.api, `${ofName}&outcome=accepted`, last);
      expect(await again.next()).toMatchObject({ data: { data: { amount: 2 } } });
      again.close();
    }
  });

  it('needs events:read, and each stream stands in the audit log', async () => {
    const narrow = await platform.api.as(platform.credentials, 'events:write');
    expect((await narrow.get(path)).status).toBe(403);
    const stream = await EventStream.open(platform.api, path);
    stream.close();
    await eventually(async () => {
      const { body } = await platform.api.get(`/api/1/admin/audit?actor=${platform.credentials.id}`);
      const reads = (body as AuditEntry[]).filter(({ what, status }) => what === `GET ${path}` && status === 200);
      expect(reads.length).toBeGreaterThanOrEqual(2);
    });
  });

  it('is counted by hour and day, with the refusals', async () => {
    const stats = `/api/1/terminal/events/${name}/stats`;
    await eventually(async () => {
      expect((await platform.api.get(`${stats}?bucket=hour`)).body).toMatchObject([
        { accepted: 2, refused: { 'event-data-invalid': 1, 'user-not-found': 1 } },
      ]);
    });
    const all = await platform.api.get('/api/1/terminal/events:stats?limit=1');
    expect(all).toMatchObject({ status: 200, body: [{ accepted: expect.any(Number) }] });
    expect(await platform.api.get(`${stats}?since=2126-01-01T00:00:00Z`)).toMatchObject({ status: 200, body: [] });
    expect((await platform.api.get(`${stats}?bucket=week`)).status).toBe(400);
    expect((await platform.api.get('/api/1/terminal/events/never-defined/stats')).status).toBe(404);
  });

  it.each(['event_name=', 'outcome=both', 'name=x'])('refuses ?%s', async (query) => {
    expect((await platform.api.get(`${path}?${query}`)).status).toBe(400);
  });
});
