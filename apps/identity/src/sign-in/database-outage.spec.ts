import { createClient } from '@ces/contracts/identity/clients';
import { Browser } from '@ces/testing/gateway/browser';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { untilBlocked } from '@ces/testing/blocked-statements';
import { Client } from 'pg';
import { interruptible, type Interruptible } from '../../test/interruptible.js';
import { migrateIdentity, runIdentity, type Running } from '../../test/run-identity.js';

describe('the sign-in pages during an outage of the database', () => {
  let database: PrivateDatabase;
  let way: Interruptible;
  let identity: Running;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
    way = await interruptible(database.url);
    identity = await runIdentity({ DATABASE_URL: way.url });
  });

  afterAll(async () => {
    await identity.close();
    await way.close();
    await database.drop();
  });

  it('ask for patience in the language of the visitor, and work again afterwards', async () => {
    const redirect_uris = ['http://127.0.0.1:9/callback'];
    const { id } = await identity.call(createClient, { name: 'Shop', scopes: ['openid'], redirect_uris });
    const challenge = `code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`;
    const begin = `/oauth2/authorize?client_id=${id}&response_type=code&redirect_uri=${redirect_uris[0] ?? ''}&${challenge}`;
    const browser = new Browser(identity.url, { 'accept-language': 'de' });
    const form = await browser.open(begin);
    expect(form.html).toContain('<h1>Anmelden</h1>');
    way.cut();
    const pages = [
      await browser.open(form.url),
      await browser.submit(form, { username: 'x@example.com', password: 'y', action: 'sign-in' }),
      await browser.submit(form, { action: 'cancel' }),
      await browser.open(begin),
      await browser.open('/oauth2/logout'),
    ];
    way.mend();
    for (const { status, html, headers } of pages) {
      expect([status, headers.get('retry-after'), headers.get('content-language')]).toEqual([503, '1', 'de-DE']);
      expect(html).toContain('<h1>Bitte gleich noch einmal</h1>');
    }
    await eventually(async () => {
      expect((await browser.open(form.url)).html).toContain('<h1>Anmelden</h1>');
    });
  });

  it('answer 503, like all of OAuth, until the service has read the signing keys', async () => {
    const other = await privateDatabase('identity', migrateIdentity);
    const client = new Client({ connectionString: other.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE signing_key IN ACCESS EXCLUSIVE MODE');
    const starting = runIdentity({ DATABASE_URL: other.url });
    await client.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await untilBlocked(client)]);
    const young = await starting;
    const ask = async (path: string, init: RequestInit = {}) => {
      const { status, headers } = await fetch(`${young.url}${path}`, { ...init, signal: AbortSignal.timeout(5_000) });
      return [status, headers.get('retry-after')];
    };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answers = [
      await ask('/.well-known/jwks.json'),
      await ask('/oauth2/authorize?client_id=x'),
      await ask('/oauth2/token', { method: 'POST', body }),
    ];
    await client.end();
    await young.close();
    await other.drop();
    expect(answers).toEqual(answers.map(() => [503, '1']));
  });
});
