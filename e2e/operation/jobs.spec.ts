import type { Job } from '@ces/contracts/operation/jobs';
import type { Reconciliation } from '@ces/contracts/operation/reconciliations';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { Platform } from '../platform/platform.js';

describe('POST /api/1/admin/dead-letters:replay', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const jobs = '/api/1/admin/jobs';
  const replay = (body: object) => platform.api.post('/api/1/admin/dead-letters:replay', body);

  it('makes a job that replays dead letters, and counts those that fail again', async () => {
    const database = platform.services.events.get(DataSource);
    const subject = `identity.spec-${newId()}`;
    const bury = (id: string, consumer: string) =>
      database.query(
        `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
         VALUES ($1, $2, $3, $1, $4, 'broken', 8)`,
        [id, consumer, subject, JSON.stringify({ user_id: 'J'.repeat(25) })],
      );
    const [mended, lasting] = [newId(), newId()];
    await bury(mended, 'events-identity-user-created');
    await bury(lasting, 'events-of-an-older-release');
    const answer = await replay({ service: 'events', subject });
    expect(answer.status).toBe(202);
    const { id } = answer.body as Job;
    const job = await eventually(async () => {
      const read = await platform.api.get(`${jobs}/${id}`);
      expect(read).toMatchObject({ status: 200, body: { state: 'finished' } });
      return read.body;
    }, 30_000);
    expect(job).toMatchObject({
      progress: 1,
      done: 1,
      failed: 1,
      obstacle: null,
      request: { service: 'events', subject },
    });
    expect((await platform.api.get(`${jobs}?state=finished`)).body).toEqual(expect.arrayContaining([job]));
    expect(await platform.api.post(`${jobs}/${id}:cancel`)).toMatchObject({ status: 200, body: job });
    const left = await database.query<{ id: string }[]>('SELECT id FROM dead_letter WHERE subject = $1', [subject]);
    await database.query('DELETE FROM dead_letter WHERE subject = $1', [subject]);
    expect(left).toEqual([{ id: lasting }]);
  });

  it('stands beside reconciliations, which go on by themselves', async () => {
    const path = '/api/1/admin/reconciliations';
    const begun = await platform.api.post(path);
    expect(begun).toMatchObject({ status: 202, body: { repair: false, progress: 0 } });
    const { id } = begun.body as Reconciliation;
    await eventually(async () => {
      const read = await platform.api.get(`${path}/${id}`);
      expect(read).toMatchObject({ status: 200, body: { state: 'finished', progress: 1 } });
    }, 60_000);
    expect((await platform.api.get(path)).body).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id })]),
    );
    expect((await platform.api.post(path, { repair: 'yes' })).status).toBe(400);
    const reader = await platform.api.as(platform.credentials, 'admin:read');
    expect([(await reader.get(path)).status, (await reader.post(path)).status]).toEqual([200, 403]);
  });

  it('is refused for unknown fields, services and moments, and without dead-letters:manage', async () => {
    for (const body of [{ services: 'events' }, { service: 'gateway' }, { since: 'yesterday' }])
      expect((await replay(body)).status).toBe(400);
    expect((await platform.api.get(`${jobs}/${newId()}`)).status).toBe(404);
    expect((await platform.api.post(`${jobs}/${newId()}:cancel`)).status).toBe(404);
    const reader = await platform.api.as(platform.credentials, 'admin:read');
    expect((await reader.post('/api/1/admin/dead-letters:replay', {})).status).toBe(403);
    expect((await reader.get(jobs)).status).toBe(200);
  });
});
