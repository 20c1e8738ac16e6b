import { addSecret, type ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { putProvider } from '@ces/contracts/identity/providers';
import { Transactions } from '@ces/messaging/storage/transactions';
import { dump } from '@ces/testing/servers/dump';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { createHash, randomBytes } from 'node:crypto';
import { basic, migrateIdentity, newClient, post, runIdentity, type Running } from '../../test/run-identity.js';
import { MailService } from '../mail/mail.service.js';
import { reseal } from './reseal.js';

describe('reseal', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  let database: PrivateDatabase;

  beforeAll(async () => {
    database = await privateDatabase('identity', migrateIdentity);
  });

  afterAll(() => database.drop());

  const withKeys = async (keys: Buffer[], work: (identity: Running) => Promise<void>) => {
    const SECRETS_KEY = keys.map((key) => key.toString('base64')).join(',');
    const identity = await runIdentity({ DATABASE_URL: database.url, SECRETS_KEY });
    await work(identity).finally(() => identity.close());
  };
  const create = (identity: Running) => newClient(identity, [], { name: 'Kept' }, 'kept');

  it('encrypts with the newest key all that an older key encrypted, so that the older key can be dropped', async () => {
    let client: ClientWithSecret | undefined;
    let second = '';
    await withKeys([older], async (identity) => {
      client = await create(identity);
      await identity.call(putProvider, {
        ...{ name: 'kept', issuer: 'https://login.example', client_ids: [] },
        ...{ client_id: 'ces', client_secret: 'of the provider' },
      });
      second = (await identity.call(addSecret, { id: client.id })).secret;
      const order = { user_id: 'A'.repeat(25), client_id: client.id, to: 'anna@example.com', hours: 24 };
      await identity.app
        .get(Transactions)
        .run(() => identity.app.get(MailService).send({ kind: 'activation', locale: 'en_GB', ...order }));
    });
    const mark = createHash('sha256').update(older).digest('hex').slice(0, 8);
    await withKeys([newer, older], async (identity) => {
      const sealed = (await dump(identity.app)).split('\n').filter((line) => line.includes(`${mark}.`));
      const tables = new Set(sealed.map((line) => line.split(' ', 1)[0]));
      expect([...tables].sort()).toEqual(
        ['client', 'idempotency_key', 'mail_outbox', 'provider', 'signing_key'].map((name) => `public.${name}`),
      );
      await reseal(identity.app);
      expect(await dump(identity.app)).not.toContain(`${mark}.`);
    });
    await withKeys([newer], async (identity) => {
      expect(await create(identity)).toEqual(client);
      for (const secret of [client?.secret ?? '', second]) {
        const authorization = basic({ id: client?.id ?? '' }, secret);
        const answer = await post(`${identity.url}/oauth2/token`, { grant_type: 'client_credentials' }, authorization);
        expect(answer.status).toBe(200);
      }
    });
  });
});
