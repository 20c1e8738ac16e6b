import { revocationsSince } from '@ces/contracts/identity/tokens/revocations';
import { eventually } from '@ces/testing/eventually';
import { ApiClient } from '@ces/testing/gateway/api-client';
import { Platform } from '../platform/platform.js';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { standIn } from '@ces/testing/services/stand-in';
import { testConfig } from '@ces/testing/services/test-config';
import { decodeJwt, decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SigningKeysService } from '../../apps/identity/src/keys/signing-keys.service.js';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';

const path = '/api/1/user/details/AAAAAAAAAAAAAAAAAAAAAAAAA';

describe('an access token', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const ask = async (authorization: string) => {
    const answer = await new ApiClient(platform.url).get(path, { headers: { authorization } });
    return [answer.status, (answer.body as { code: string }).code];
  };
  const signed = (header: object, claims: JWTPayload = {}, critical: Record<string, boolean> = {}) => {
    const key = platform.services.identity.get(SigningKeysService).current?.active;
    if (!key) throw new Error('there is no signing key');
    return new SignJWT({ ...decodeJwt(platform.api.bearer), ...claims })
      .setProtectedHeader({ ...(decodeProtectedHeader(platform.api.bearer) as { alg: string }), ...header })
      .sign(createPrivateKey({ key, format: 'jwk' }), { crit: critical });
  };

  it('gets 401 when anything follows it, even while the gateway has it cached', async () => {
    const { bearer } = platform.api;
    for (const spoilt of [`${bearer} x`, `${bearer} ${'x'.repeat(14_000)}`, `${bearer},x`, `${bearer}\tx`]) {
      expect(await ask(`Bearer ${spoilt}`)).toEqual([401, 'token-invalid']);
      expect(await ask(`Bearer ${bearer}`)).toEqual([404, 'user-not-found']);
      expect(await ask(`Bearer ${spoilt}`)).toEqual([401, 'token-invalid']);
    }
    expect(await ask(`bearer   ${bearer}`)).toEqual([404, 'user-not-found']);
    expect(await ask(`Basic ${bearer}`)).toEqual([401, 'token-invalid']);
  });

  it('gets 401 when the Authorization header is longer than 4 KiB', async () => {
    expect(await ask(`Bearer${' '.repeat(4_096)}${platform.api.bearer}`)).toEqual([401, 'token-invalid']);
    expect(await ask(`Bearer ${await signed({}, { more: 'x'.repeat(100) })}`)).toEqual([404, 'user-not-found']);
    expect(await ask(`Bearer ${await signed({}, { more: 'x'.repeat(4_096) })}`)).toEqual([401, 'token-invalid']);
  });

  it('gets 401 when it has a critical header that we do not know', async () => {
    expect(await ask(`Bearer ${await signed({})}`)).toEqual([404, 'user-not-found']);
    for (const header of [
      { crit: ['ces'], ces: 1 },
      { crit: ['exp'], exp: 1 },
    ]) {
      const token = await signed(header, {}, { ces: true, exp: true });
      expect(await ask(`Bearer ${token}`)).toEqual([401, 'token-invalid']);
    }
    expect(await ask(`Bearer ${await signed({ crit: ['b64'], b64: true })}`)).toEqual([401, 'token-invalid']);
  });

  it('gets 503 from a gateway that has never read the keys, and /readyz reports that until it has', async () => {
    let away = true;
    const keys = await (await fetch(`${await platform.services.identity.getUrl()}/.well-known/jwks.json`)).text();
    const issuer = createServer((_request, response) => response.writeHead(away ? 503 : 200).end(keys));
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    const IDENTITY_URL = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    const settings = { ...platform.messaging.settings('gateway'), PUBLIC_URL: platform.url, IDENTITY_URL };
    const gateway = await createGateway(testConfig(GatewayConfig, settings));
    await gateway.init();
    const keysRead = async () => (await gateway.inject('/readyz')).json<{ checks: { keys: boolean } }>().checks.keys;
    try {
      for (let n = 0; n < 3; n += 1) {
        const answer = await gateway.inject({ url: path, headers: { authorization: `Bearer ${platform.api.bearer}` } });
        expect([answer.statusCode, answer.headers['retry-after'], await keysRead()]).toEqual([503, '1', false]);
      }
      away = false;
      await eventually(async () => {
        expect(await keysRead()).toBe(true);
      });
    } finally {
      await gateway.close();
      issuer.close();
    }
  });

  it('gets 503 from a gateway that has never read the revocations', async () => {
    // This gateway has its own NATS: it reads the keys over HTTP, but no identity service answers its calls.
    const messaging = await GuardedNats.start();
    const IDENTITY_URL = await platform.services.identity.getUrl();
    const settings = { ...messaging.settings('gateway'), PUBLIC_URL: platform.url, IDENTITY_URL };
    const gateway = await createGateway(testConfig(GatewayConfig, settings));
    const { bearer } = await platform.api.as(platform.credentials, 'events:write');
    const read = async (headers: Record<string, string> = { authorization: `Bearer ${bearer}` }) => {
      const answer = await gateway.inject({ url: path, headers });
      return [answer.statusCode, answer.json<{ code: string }>().code, answer.headers['retry-after']];
    };
    try {
      expect(await read()).toEqual([503, 'service-unavailable', '1']);
      const readiness = await gateway.inject({ url: '/readyz' });
      expect([readiness.statusCode, readiness.json<object>()]).toMatchObject([503, { checks: { revocations: false } }]);
      expect(await read({})).toEqual([401, 'token-missing', undefined]);
      await standIn(gateway, revocationsSince, () => ({ cursor: '', tokens: [], clients: [], users: [], more: false }));
      await eventually(async () => {
        expect(await read()).toEqual([403, 'scope-insufficient', undefined]);
      });
    } finally {
      await gateway.close();
      await messaging.stop();
    }
  });
});
