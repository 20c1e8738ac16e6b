import { everyScope } from '@ces/contracts/identity/tokens/scopes';
import type { PlatformHealth } from '@ces/contracts/operation/health';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { DataSource } from 'typeorm';
import { Platform } from '../platform/platform.js';

describe('GET /api/1/admin/health', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const path = '/api/1/admin/health';

  it('shows version, readiness, lags, outbox and dead letters of every service', async () => {
    const health = await eventually(async () => {
      const answer = await platform.api.get(path);
      expect(answer.status).toBe(200);
      const body = answer.body as PlatformHealth;
      // A chore of another spec may keep a database busy for a moment.
      expect(body.services.filter(({ outbox_seconds }) => outbox_seconds === null)).toEqual([]);
      return body;
    });
    const names = ['gateway', 'identity', 'events', 'campaigns', 'cards', 'segments', 'webhooks'];
    expect(health.services.map(({ service }) => service)).toEqual(names);
    const version = expect.stringMatching(/^\d+\.\d+\.\d+/);
    for (const service of health.services)
      expect(service).toMatchObject({ answers: true, ready: true, version, lags: expect.any(Array) });
    expect(health.services[1]?.checks).toEqual({ accepting: true, nats: true, database: true, messaging: true });
  });

  it('says in words what is wrong, such as dead letters', async () => {
    const id = newId();
    const database = platform.services.events.get(DataSource);
    await database.query(
      `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
       VALUES ($1, 'consumer', 'subject', $1, '{}', 'broken', 8)`,
      [id],
    );
    const health = (await platform.api.get(path)).body as PlatformHealth;
    await database.query('DELETE FROM dead_letter WHERE id = $1', [id]);
    expect(health.well).toBe(false);
    const what = expect.stringMatching(/^events has \d+ dead letters?: facts that it could not handle\.$/);
    expect(health.wrong).toContainEqual({ service: 'events', what });
  });

  it('needs admin or admin:read', async () => {
    for (const scope of everyScope.filter((each) => ['admin', 'admin:read', 'audit:read'].includes(each))) {
      const client = await platform.api.as(platform.credentials, scope);
      expect([scope, (await client.get(path)).status]).toEqual([scope, scope === 'audit:read' ? 403 : 200]);
    }
  });
});
