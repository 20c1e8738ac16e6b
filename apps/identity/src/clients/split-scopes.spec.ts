import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { DataSource } from 'typeorm';
import { migrateIdentity } from '../../test/run-identity.js';
import { SplitScopes1764910002000 } from '../migrations/1764910002000-split-scopes.js';

describe('the split of scopes', () => {
  let database: PrivateDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    source = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });

  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const migrate = async (): Promise<void> => {
    const runner = source.createQueryRunner();
    await new SplitScopes1764910002000().up(runner).finally(() => runner.release());
  };
  const scopesOf = async (scopes: string[]): Promise<string[]> => {
    await source.query('DELETE FROM client');
    await source.query(
      `INSERT INTO client (id, name, scopes, first_party, redirect_uris, secret, token_version)
       VALUES ('cl_old', 'Old', $1, false, '{}', 'sealed', 1)`,
      [scopes],
    );
    await migrate();
    await migrate();
    const [client] = await source.query<{ scopes: string[] }[]>('SELECT scopes FROM client');
    return client?.scopes ?? [];
  };
  const payloadOf = async (kind: string, payload: string): Promise<string> => {
    await source.query('DELETE FROM oauth_payload');
    await source.query(
      `INSERT INTO oauth_payload (kind, id, payload, expires_at) VALUES ($1, 'x', $2, now() + interval '1 day')`,
      [kind, payload],
    );
    await migrate();
    const [row] = await source.query<{ payload: string }[]>('SELECT payload::text AS payload FROM oauth_payload');
    return row?.payload ?? '';
  };

  it('gives clients the scopes of what they could do before, once', async () => {
    expect(await scopesOf(['account', 'openid'])).toEqual(['account', 'openid', 'rewards']);
    expect(await scopesOf(['events:write'])).toEqual(['events:write', 'events:read']);
    expect(await scopesOf(['rewards', 'account'])).toEqual(['rewards', 'account']);
    expect(await scopesOf(['events:define', 'profile'])).toEqual(['events:define', 'profile']);
  });

  it.each([
    ['RefreshToken', '{"scope":"openid account offline_access"}', '{"scope":"openid account rewards offline_access"}'],
    ['AuthorizationCode', '{"scope":"account"}', '{"scope":"account rewards"}'],
    [
      'Grant',
      '{"resources": {"http://ces.example/api": "openid account"}, "exp": 1}',
      '{"resources": {"http://ces.example/api": "openid account rewards"}, "exp": 1}',
    ],
  ])('lets people who are signed in keep their rewards: %s', async (kind, before, after) => {
    expect(await payloadOf(kind, before)).toBe(after);
  });

  it.each([
    ['RefreshToken', '{"scope":"openid profile"}'],
    ['RefreshToken', '{"scope":"accounts my-account"}'],
    ['RefreshToken', String.raw`{"nonce":"\"scope\":\"account\" \u0000","scope":"openid"}`],
    ['Session', '{"scope":"account"}'],
  ])('changes nothing else: %s %s', async (kind, payload) => {
    expect(await payloadOf(kind, payload)).toBe(payload);
  });
});
