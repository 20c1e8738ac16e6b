import { rotateWebhookSecret, showWebhookSecret } from '@ces/contracts/webhooks/webhook-secrets';
import { createWebhook, getWebhook, type Webhook } from '@ces/contracts/webhooks/webhooks';
import { Bus } from '@ces/messaging/calls/bus';
import { inCall } from '@ces/messaging/calls/call-context';
import { NatsServer } from '@ces/messaging/nats-server';
import { migrate } from '@ces/service/database/database';
import { createService } from '@ces/service/start';
import { dump } from '@ces/testing/servers/dump';
import { eventually } from '@ces/testing/eventually';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHash, randomBytes } from 'node:crypto';
import { WebhooksConfig } from '../webhooks.config.js';
import { webhooks } from '../webhooks.module.js';
import { reseal } from './reseal.js';

describe('reseal of webhooks', () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  let database: PrivateDatabase;

  beforeAll(async () => {
    database = await privateDatabase('webhooks', async (url) => {
      await migrate(url, webhooks.schema);
    });
  });

  afterAll(() => database.drop());

  const withKeys = async (keys: Buffer[], work: (app: NestFastifyApplication) => Promise<void>) => {
    const SECRETS_KEY = keys.map((key) => key.toString('base64')).join(',');
    const app = await createService(webhooks, testConfig(WebhooksConfig, { DATABASE_URL: database.url, SECRETS_KEY }));
    await app.listen(0, '127.0.0.1');
    await eventually(() => {
      expect(app.get(NatsServer).ready).toBe(true);
    });
    await work(app).finally(() => app.close());
  };
  const headers = { Authorization: 'Bearer x' };
  const create = (app: NestFastifyApplication): Promise<Webhook> => {
    const body = { client_id: 'c', events: ['user-deleted' as const], url: 'https://192.0.1.1/', headers };
    const idempotency = { scope: 'spec', key: 'once', hash: 'once' };
    return inCall({ requestId: 'spec', idempotency }, () => app.get(Bus).call(createWebhook, body));
  };

  it('makes an older key superfluous, for headers, secrets and recorded answers', async () => {
    let created: Webhook | undefined;
    let secret: string | undefined;
    await withKeys([older], async (app) => {
      created = await create(app);
      // Two secrets live now.
      ({ secret } = await app.get(Bus).call(rotateWebhookSecret, { client_id: 'c', id: created.id }));
    });
    const mark = createHash('sha256').update(older).digest('hex').slice(0, 8);
    await withKeys([newer, older], async (app) => {
      const sealed = (await dump(app)).split('\n').filter((line) => line.includes(`${mark}.`));
      const tables = new Set(sealed.map((line) => line.split(' ', 1)[0]));
      expect([...tables].sort()).toEqual(['public.idempotency_key', 'public.webhook']);
      await reseal(app);
      expect(await dump(app)).not.toContain(`${mark}.`);
    });
    await withKeys([newer], async (app) => {
      expect(await create(app)).toEqual(created);
      const webhook = { client_id: 'c', id: created?.id ?? '' };
      expect((await app.get(Bus).call(getWebhook, webhook)).headers).toEqual(headers);
      expect(await app.get(Bus).call(showWebhookSecret, webhook)).toEqual({ secret });
    });
  });
});
