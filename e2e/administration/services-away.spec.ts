import type { Connection } from '@ces/contracts/identity/users';
import type { TimelineEntry } from '@ces/contracts/timeline';
import { healthOf, type PlatformHealth } from '@ces/contracts/operation/health';
import { standIn } from '@ces/testing/services/stand-in';
import type { ApiAnswer } from '@ces/testing/gateway/api-client';
import { newId } from '@ces/messaging/storage/ids';
import { Platform } from '../platform/platform.js';
import { DataSource } from 'typeorm';

describe('while services do not answer', () => {
  let platform: Platform;

  beforeAll(async () => {
    // The platform starts without cards, segments, webhooks and campaigns.
    platform = await Platform.start();
    for (let each = 0; each < 3; each += 1) {
      await platform.services.events.get(DataSource).query(
        `INSERT INTO dead_letter (id, consumer, subject, message_id, payload, error, attempts)
         VALUES ($1, 'consumer', 'subject', $1, '{}', 'broken', 8)`,
        [newId()],
      );
    }
  });

  afterAll(() => platform.stop());

  const path = '/api/1/admin/dead-letters';
  const code = ({ status, body }: ApiAnswer) => [status, (body as { code?: string }).code];

  it('GET /dead-letters shows the letters of the other services if they fit on one page', async () => {
    const answer = await platform.api.get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(3);
    expect(answer.headers.get('link')).toBeNull();
  });

  it('GET /dead-letters is 503 with Retry-After if there is a next page, because that page would leave out newer letters', async () => {
    const answer = await platform.api.get(`${path}?limit=2`);
    expect(code(answer)).toEqual([503, 'service-unavailable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('GET /dead-letters is 503 with a cursor', async () => {
    const cursor = Buffer.from(JSON.stringify([newId()])).toString('base64url');
    expect(code(await platform.api.get(`${path}?cursor=${cursor}`))).toEqual([503, 'service-unavailable']);
  });

  it('the wallet and the timeline of a user show what the others know, and name what is missing', async () => {
    const made = await platform.api.post(`/api/1/oauth2/provider/acme/away-${newId()}`);
    const user = `/api/1/admin/users/${(made.body as Connection).user_id}`;
    const wallet = await platform.api.get(`${user}/wallet`);
    const away = ['cards', 'slips', 'balances', 'surveys', 'optins', 'segments'];
    expect(wallet).toMatchObject({ status: 200, body: { cards: null, segments: null, away, more: [] } });
    const timeline = await platform.api.get(`${user}/timeline?limit=1`);
    const entries = timeline.body as TimelineEntry[];
    expect(entries.slice(0, 2).map(({ type, data }) => [type, (data as { service: string }).service])).toEqual([
      ['away', 'campaigns'],
      ['away', 'cards'],
    ]);
    expect(['user-created', 'connection-created']).toContain(entries[2]?.type);
    expect(timeline.headers.get('link')).toContain('rel="next"');
    expect(code(await platform.api.get(`${user}/timeline?type=card-added`))).toEqual([503, 'service-unavailable']);
  });

  it('GET /health names each within two seconds, also one that hangs', async () => {
    const hangs = await standIn(platform.services.events, healthOf('cards'), () => undefined);
    const begun = performance.now();
    const answer = await platform.api.get('/api/1/admin/health');
    const took = performance.now() - begun;
    hangs();
    expect(answer.status).toBe(200);
    const { wrong, services } = answer.body as PlatformHealth;
    const away = ['campaigns', 'cards', 'segments', 'webhooks'];
    const silent = wrong.filter(({ what }) => what.endsWith('does not answer.')).map(({ service }) => service);
    expect(silent).toEqual(away);
    expect(services.filter(({ answers }) => answers).map(({ service }) => service)).toEqual([
      'gateway',
      'identity',
      'events',
    ]);
    expect(took).toBeGreaterThan(1_500);
    // The machine may be busy: the service is given 1.8 s.
    expect(took).toBeLessThan(4_000);
  });
});
