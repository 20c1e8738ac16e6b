import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { openSteps } from '@ces/contracts/identity/registration';
import type { ApiAnswer, ApiClient } from '@ces/testing/gateway/api-client';
import { catchLogs } from '@ces/testing/catch-logs';
import { Platform } from '../platform/platform.js';
import { beginRegistration, newName, password, register } from '@ces/testing/gateway/registrations';
import { standIn } from '@ces/testing/services/stand-in';
import { register as metrics } from 'prom-client';
import { DataSource } from 'typeorm';

const limit = 12;

describe('wrong passwords through clients', () => {
  let platform: Platform;
  let other: ApiClient;

  beforeAll(async () => {
    platform = await Platform.start({ WRONG_ATTEMPTS_PER_HOUR: String(limit) });
    await standIn(platform.services.identity, openSteps, () => ({ optins: false, card: false }));
    const wanted = { name: 'Other', scopes: ['registration'] };
    const made = await platform.api.post('/api/1/admin/clients', wanted);
    other = await platform.api.as(made.body as ClientWithSecret);
  });

  afterAll(() => platform.stop());

  let serial = 0;
  const newAddress = () => `192.0.2.${(serial += 1)}`;
  const from = (address: string) => ({ 'X-User-Address': address });
  const row10 = (username: string, secret: string, headers: Record<string, string> = {}, api = platform.api) =>
    api.post('/api/1/user/credentials/continue', { username, password: secret }, headers);
  const row12 = (username: string, secret: string, headers: Record<string, string>) =>
    platform.api.post('/api/1/user/credentials', { username, password: secret }, headers);
  const byGrant = async (username: string, secret: string, headers: Record<string, string>) => {
    const { id, secret: clientSecret } = platform.credentials;
    const basic = Buffer.from(`${id}:${clientSecret}`).toString('base64');
    const form = new URLSearchParams({ grant_type: 'password', username, password: secret });
    const init = { method: 'POST', headers: { ...headers, authorization: `Basic ${basic}` }, body: form };
    return (await fetch(`${platform.url}/oauth2/token`, init)).status;
  };
  const problem = (answer: ApiAnswer) => ({ status: answer.status, code: (answer.body as { code?: string }).code });
  const waitOf = (answer: ApiAnswer) => Number(answer.headers.get('retry-after'));
  const endPauses = () =>
    platform.services.identity.get(DataSource).query('UPDATE wrong_password SET blocked_until = now()');
  const forgetAll = () => platform.services.identity.get(DataSource).query('DELETE FROM wrong_password');

  it.each(['registered', 'unknown'])(
    'block account and asker after five in a row, with growing pauses, also for the right password: %s name',
    async (kind) => {
      const username = kind === 'unknown' ? newName() : (await beginRegistration(platform)).username;
      const asker = from(newAddress());
      for (let i = 0; i < 5; i += 1) expect((await row10(username, `wrong ${i}`, asker)).status).toBe(200);
      const sixth = await row10(username, password, asker);
      expect(problem(sixth)).toEqual({ status: 429, code: 'rate-limited' });
      const again = await row10(username, password, asker);
      expect(problem(again)).toEqual({ status: 429, code: 'rate-limited' });
      // A refused attempt does not prolong the pause.
      expect(waitOf(again)).toBeLessThanOrEqual(waitOf(sixth));
      await endPauses();
      expect((await row10(username, 'wrong again', asker)).status).toBe(200);
      expect(waitOf(await row10(username, password, asker))).toBeGreaterThan(waitOf(sixth));
    },
  );

  it('are counted together over row 10, row 12 and the password grant', async () => {
    const { username } = await beginRegistration(platform);
    const asker = from(newAddress());
    for (let i = 0; i < 2; i += 1) await row10(username, 'wrong horse', asker);
    for (let i = 0; i < 2; i += 1) expect((await row12(username, 'wrong horse', asker)).status).toBe(409);
    expect(await byGrant(username, 'wrong horse', asker)).toBe(400);
    expect((await row10(username, password, asker)).status).toBe(429);
    expect((await row12(username, password, asker)).status).toBe(429);
    expect(await byGrant(username, password, asker)).toBe(429);
  });

  it('block only the asker: the client with the address that it sends for its user', async () => {
    const { username } = await beginRegistration(platform);
    const stranger = from(newAddress());
    for (let i = 0; i < 6; i += 1) await row10(username, 'wrong', stranger);
    expect((await row10(username, password, stranger)).status).toBe(429);
    expect((await row10(username, password, from(newAddress()))).status).toBe(200);
    expect((await row10(username, password)).status).toBe(200);
    expect((await row10(username, password, stranger, other)).status).toBe(200);
  });

  it('in a row are forgiven by a right password', async () => {
    const { username } = await beginRegistration(platform);
    const asker = from(newAddress());
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 4; i += 1) expect((await row10(username, 'wrong', asker)).status).toBe(200);
      expect((await row10(username, password, asker)).body).toMatchObject({ continue: true });
    }
  });

  it('block an account after 100 an hour from all askers, and a right password does not forgive them', async () => {
    const { username } = await beginRegistration(platform);
    await forgetAll();
    for (let n = 1; n <= 100; n += 1) {
      const asker = from(newAddress());
      expect([n, (await row10(username, 'wrong', asker)).status]).toEqual([n, 200]);
      if (n % 25 === 0 && n < 100)
        expect((await row10(username, password, asker)).body).toMatchObject({ continue: true });
    }
    const held = await row10(username, password, from(newAddress()), other);
    expect(problem(held)).toEqual({ status: 429, code: 'rate-limited' });
    expect(waitOf(held)).toBeGreaterThan(3_000);
    const source = platform.services.identity.get(DataSource);
    await source.query(`UPDATE wrong_password SET since = since - interval '1 hour'`);
    expect((await row10(username, password, from(newAddress()))).body).toMatchObject({ continue: true });
  });

  it.each(['with an address', 'without addresses'])(
    'block a client and asker after WRONG_ATTEMPTS_PER_HOUR, are not forgiven by a right password, and raise an alarm: %s',
    async (kind) => {
      const { username } = await register(platform);
      await forgetAll();
      const { errors } = catchLogs();
      const asker = kind === 'with an address' ? from(newAddress()) : {};
      for (let n = 0; n < limit; n += 1) {
        expect((await row10(newName(), 'wrong', asker)).status).toBe(200);
        if (n % 4 === 0) expect((await row10(username, password, asker)).body).toMatchObject({ completed: true });
      }
      expect((await row10(username, password, asker)).status).toBe(429);
      expect((await row10(newName(), 'wrong', asker)).status).toBe(429);
      expect((await row10(username, password, from(newAddress()))).status).toBe(200);
      expect((await row10(username, password, asker, other)).status).toBe(200);
      expect(errors.map(([what]) => what)).toEqual([{ client_id: platform.credentials.id }]);
      expect(await metrics.getSingleMetricAsString('ces_wrong_password_alarms_total')).toMatch(/_total [1-9]/);
    },
  );

  it('get 400 when X-User-Address is no IP address', async () => {
    for (const address of ['anna', '192.0.2.300', '192.0.2.1, 192.0.2.2']) {
      const answer = await row10(newName(), password, from(address));
      expect(problem(answer)).toEqual({ status: 400, code: 'parameter-invalid' });
      expect(answer.body).toMatchObject({ errors: [{ pointer: 'X-User-Address' }] });
      expect((await row12(newName(), password, from(address))).status).toBe(400);
      expect(await byGrant(newName(), password, from(address))).toBe(400);
    }
  });
});
