import { issueClientTokens } from '@ces/contracts/identity/tokens/client-tokens';
import { rotateKeys } from '@ces/contracts/identity/tokens/signing-keys';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { Agent, request } from 'node:http';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import {
  basic,
  migrateIdentity,
  newClient,
  post,
  runIdentity,
  tokenOf,
  type Running,
} from '../../test/run-identity.js';

describe('client tokens', () => {
  let database: PrivateDatabase;
  let identity: Running;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    identity = await runIdentity({ DATABASE_URL: database.url });
  });

  afterAll(async () => {
    await identity.close();
    await database.drop();
  });

  const verify = (token: string) =>
    jwtVerify(token, createRemoteJWKSet(new URL(`${identity.url}/.well-known/jwks.json`)), {
      issuer: identity.url,
      audience: 'ces-api',
      typ: 'at+jwt',
      algorithms: ['RS256'],
    });

  it('are issued to unmodified openid-client', async () => {
    const client = await newClient(identity, ['events:write', 'users:read']);
    const config = await openid.discovery(new URL(identity.url), client.id, client.secret, undefined, {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the spec's own server speaks plain HTTP
      execute: [openid.allowInsecureRequests],
    });
    const tokens = await openid.clientCredentialsGrant(config, { scope: 'users:read' });
    const { payload } = await verify(tokens.access_token);
    expect(payload).toMatchObject({ client_id: client.id, sub: client.id, scope: 'users:read', token_use: 'client' });
  });

  it('are issued to unmodified oauth4webapi, with both methods of client authentication', async () => {
    const client = await newClient(identity, ['segments']);
    const issuer = new URL(identity.url);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the spec's own server speaks plain HTTP
    const insecure = { [oauth.allowInsecureRequests]: true };
    const found = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' });
    const server = await oauth.processDiscoveryResponse(issuer, found);
    for (const authentication of [oauth.ClientSecretBasic(client.secret), oauth.ClientSecretPost(client.secret)]) {
      const asker = { client_id: client.id };
      const answer = await oauth.clientCredentialsGrantRequest(server, asker, authentication, {}, insecure);
      const tokens = await oauth.processClientCredentialsResponse(server, asker, answer);
      expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'segments' });
    }
  });

  it('are JWTs as in RFC 9068, with the claims that the gateway needs', async () => {
    const client = await newClient(identity, ['webhooks']);
    const { payload, protectedHeader } = await verify(await tokenOf(identity, client));
    expect(protectedHeader).toEqual({ typ: 'at+jwt', alg: 'RS256', kid: expect.stringMatching(/^[\w-]{43}$/) });
    expect(payload).toEqual({
      iss: identity.url,
      aud: 'ces-api',
      sub: client.id,
      client_id: client.id,
      scope: 'webhooks',
      iat: expect.any(Number),
      exp: (payload.iat ?? 0) + 900,
      jti: expect.any(String),
      token_use: 'client',
      ver: expect.any(Number),
    });
  });

  it('are the same by our own code, which has plain requests, and by oidc-provider, which has all others', async () => {
    const client = await newClient(identity, ['users:read', 'events:write', 'cards']);
    const ask = async (form: string, authorization?: string) => {
      const { status, headers, body } = await post(`${identity.url}/oauth2/token`, form, authorization);
      const { access_token, ...rest } = body;
      const { jti = '', iat = 0, exp = 0, ...claims } = (await verify(String(access_token))).payload;
      const kept = Object.fromEntries([...headers].filter(([name]) => name !== 'date' && name !== 'content-length'));
      const answer = { status, kept, rest, claims, seconds: exp - iat, keys: Object.keys(body) };
      return { isOurs: jti.length === 36, answer };
    };
    const inForm = `client_id=${client.id}&client_secret=${encodeURIComponent(client.secret)}`;
    for (const scope of ['', '&scope=events:write', '&scope=events:write%20users:read+events:write']) {
      for (const by of [basic(client, client.secret), undefined]) {
        const form = `grant_type=client_credentials${scope}${by === undefined ? `&${inForm}` : ''}`;
        const [ours, theirs] = [await ask(form, by), await ask(`${form}&audience=x`, by)];
        expect([ours.isOurs, theirs.isOurs]).toEqual([true, false]);
        expect(ours.answer).toEqual(theirs.answer);
      }
    }
  });

  it('have any one scope of clients for a client with admin, and all its own when it names none', async () => {
    const client = await newClient(identity, ['admin', 'cards']);
    const ask = async (form: string) => {
      const { status, body } = await post(`${identity.url}/oauth2/token`, form, basic(client, client.secret));
      const scope = status === 200 ? decodeJwt(String(body['access_token']))['scope'] : undefined;
      return [status, body['error'] ?? body['scope'], scope];
    };
    const grant = 'grant_type=client_credentials';
    // The parameter `audience` makes oidc-provider answer.
    for (const by of ['', '&audience=x']) {
      expect(await ask(`${grant}&scope=cards:issue${by}`)).toEqual([200, 'cards:issue', 'cards:issue']);
      expect(await ask(`${grant}${by}`)).toEqual([200, 'admin', 'admin']);
      for (const scope of ['profile', 'cards', 'unknown']) {
        expect(await ask(`${grant}&scope=${scope}${by}`)).toEqual([400, 'invalid_scope', undefined]);
      }
    }
    const reader = await newClient(identity, ['admin:read']);
    const refused = await post(
      `${identity.url}/oauth2/token`,
      `${grant}&scope=cards:issue`,
      basic(reader, reader.secret),
    );
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_scope']);
  });

  it('are issued too when the form comes in pieces, and when the next request is on the same connection', async () => {
    const client = await newClient(identity, ['users:read']);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (pieces: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          authorization: basic(client, client.secret),
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': pieces.join('').length,
        };
        const asked = request(`${identity.url}/oauth2/token`, { method: 'POST', agent, headers }, (answer) => {
          answer.resume().on('end', () => {
            resolve(answer.statusCode);
          });
        }).on('error', reject);
        const send = ([piece, ...others]: string[]): void => {
          if (piece === undefined) asked.end();
          else asked.write(piece, () => setTimeout(send, 20, others));
        };
        send(pieces);
      });
    const grant = 'grant_type=client_credentials';
    expect([await ask([grant]), await ask(['grant_type=', 'client_credentials']), await ask([grant])]).toEqual([
      ...[200, 200, 200],
    ]);
    agent.destroy();
  });

  it('are issued together for the gateway, except where the token endpoint must answer', async () => {
    const client = await newClient(identity, ['users:read']);
    const grant = 'grant_type=client_credentials';
    const authorization = basic(client, client.secret);
    const requests = [
      { form: grant, authorization },
      { form: grant, authorization: basic(client, 'wrong') },
      { form: `${grant}&scope=admin`, authorization },
      { form: `${grant}&client_id=${client.id}&client_secret=${encodeURIComponent(client.secret)}` },
    ];
    const [first, wrong, beyond, inForm] = await identity.call(issueClientTokens, { requests });
    expect([wrong, beyond]).toEqual([null, null]);
    for (const answer of [first, inForm])
      expect((await verify(answer?.access_token ?? '')).payload).toMatchObject({ sub: client.id, scope: 'users:read' });
    expect(first?.access_token).not.toBe(inForm?.access_token);
  });

  it('have all scopes of the client when it asks for none', async () => {
    const client = await newClient(identity, ['events:write', 'users:read']);
    expect(decodeJwt(await tokenOf(identity, client))['scope']).toBe('events:write users:read');
  });

  it('are refused with invalid_scope for a scope that is unknown or that the client does not have', async () => {
    const client = await newClient(identity, ['events:write']);
    for (const scope of ['admin', 'events:write admin', 'bogus', 'openid', '"']) {
      const form = { grant_type: 'client_credentials', scope };
      const answer = await post(`${identity.url}/oauth2/token`, form, basic(client, client.secret));
      expect([scope, answer.status, answer.body['error']]).toEqual([scope, 400, 'invalid_scope']);
    }
  });

  it('are signed by the new key after a rotation, and old tokens still verify', async () => {
    const client = await newClient(identity, ['events:write']);
    const before = await tokenOf(identity, client);
    const { kid } = await identity.call(rotateKeys, {});
    expect(decodeProtectedHeader(before).kid).not.toBe(kid);
    await eventually(async () => {
      const after = await tokenOf(identity, client);
      expect(decodeProtectedHeader(after).kid).toBe(kid);
      await verify(after);
    }, 2_500);
    await verify(before);
  });
});
