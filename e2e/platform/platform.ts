import type { ClientWithSecret } from '@ces/contracts/identity/client-secrets';
import { everyScope } from '@ces/contracts/identity/tokens/scopes';
import { migrate } from '@ces/service/database/database';
import { createService, type Service } from '@ces/service/start';
import type { DatabaseConfig } from '@ces/service/config/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import passport from 'passport';
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { AccessTokenStrategy } from '@ces/auth/access-token.strategy';
import { campaigns } from '../../apps/campaigns/src/campaigns.module.js';
import { cards } from '../../apps/cards/src/cards.module.js';
import { createGateway } from '../../apps/gateway/src/server/create-gateway.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';
import { events } from '../../apps/events/src/events.module.js';
import { identity } from '../../apps/identity/src/identity.module.js';
import { SigningKeysService } from '../../apps/identity/src/keys/signing-keys.service.js';
import { segments } from '../../apps/segments/src/segments.module.js';
import { webhooks } from '../../apps/webhooks/src/webhooks.module.js';
import { seed } from '../../apps/identity/src/seed/seed.js';
import { freePort } from '@ces/local-stack/processes/free-port';
import type { Mail } from '@ces/local-stack/mail/mail';
import { startMailInbox, type MailInbox } from '@ces/local-stack/mail/mail-inbox';
import { ApiClient } from '@ces/testing/gateway/api-client';
import { eventually } from '@ces/testing/eventually';
import { whenSharingEnds } from '@ces/testing/run/sharing';
import { GuardedNats } from '@ces/testing/servers/guarded-nats';
import { privateDatabase, type PrivateDatabase } from '@ces/testing/servers/private-database';
import { testConfig } from '@ces/testing/services/test-config';
import { callback } from '@ces/testing/gateway/test-platform';

export { callback };

/** Gateway, identity and events always run; these run when a spec names them. */
type OtherService = 'cards' | 'segments' | 'webhooks' | 'campaigns';

export type MakeDatabase = (name: string, migrate: (url: string) => Promise<void>) => Promise<PrivateDatabase>;

let running: Promise<Platform> | undefined;

/** Gateway and services in this process, on databases of their own. End-to-end tests talk to them over HTTP. */
export class Platform {
  private readonly replicas: NestFastifyApplication[] = [];

  private constructor(
    readonly url: string,
    /** Has a token with every scope. */
    readonly api: ApiClient,
    readonly credentials: { id: string; secret: string },
    readonly gateways: NestFastifyApplication[],
    readonly services: Record<'identity' | 'events', NestFastifyApplication> &
      Partial<Record<OtherService, NestFastifyApplication>>,
    private readonly databases: PrivateDatabase[],
    private readonly inbox: MailInbox,
    /** Holds the credentials of each service and of the spec. */
    readonly messaging: GuardedNats,
    private readonly again: Partial<Record<string, () => Promise<NestFastifyApplication>>>,
  ) {}

  static start(settings: Record<string, string> = {}, gatewayCount = 1, ...others: OtherService[]): Promise<Platform> {
    return Platform.on(privateDatabase, settings, gatewayCount, ...others);
  }

  /**
   * The platform that specs of one worker use one after the other: it has every service and the usual settings, and it ends
   * before a spec that shares nothing. The spec gets a client of its own, and must leave nothing that other specs would notice.
   */
  static async shared(): Promise<Platform> {
    running ??= Platform.startForWorker();
    const platform = await running;
    // Passport keeps the strategy of the gateway that has started last in this process.
    for (const gateway of platform.gateways) passport.use('access-token', gateway.get(AccessTokenStrategy));
    return platform.withOwnClient();
  }

  private static async startForWorker(): Promise<Platform> {
    // Specs run OpenID providers of their own on loopback.
    const settings = { PROVIDER_ALLOW_CIDRS: '127.0.0.1' };
    const platform = await Platform.start(settings, 1, 'cards', 'segments', 'webhooks', 'campaigns');
    whenSharingEnds(() => {
      running = undefined;
      return platform.stop();
    });
    return platform;
  }

  /** The spec decides how the databases are made. */
  static async on(
    makeDatabase: MakeDatabase,
    settings: Record<string, string> = {},
    gatewayCount = 1,
    ...others: OtherService[]
  ): Promise<Platform> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const inbox = await startMailInbox({ http: 0, smtp: 0 });
    const messaging = await GuardedNats.start(settings['NATS_NAMESPACE']);
    const shared = {
      SMTP_URL: `smtp://127.0.0.1:${inbox.smtpPort}`,
      PUBLIC_URL: url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      RATE_LIMIT: 'off',
      RATE_LIMIT_PER_ADDRESS: 'off',
      MAX_CONNECTIONS: 'off',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      ...settings,
    };
    const databases: PrivateDatabase[] = [];
    const again: Partial<Record<string, () => Promise<NestFastifyApplication>>> = {};
    const run = async <C extends DatabaseConfig>(service: Service<C>): Promise<NestFastifyApplication> => {
      const database = await makeDatabase(service.name, async (to) => {
        await migrate(to, service.schema);
      });
      databases.push(database);
      const begin = async (): Promise<NestFastifyApplication> => {
        const own = { ...shared, ...messaging.settings(service.name), DATABASE_URL: database.url };
        const app = await createService(service, testConfig(service.config, own));
        await app.listen(0, '127.0.0.1');
        return app;
      };
      again[service.name] = begin;
      return begin();
    };
    const services: Platform['services'] = { identity: await run(identity), events: await run(events) };
    if (others.includes('cards')) services.cards = await run(cards);
    if (others.includes('segments')) services.segments = await run(segments);
    if (others.includes('webhooks')) services.webhooks = await run(webhooks);
    if (others.includes('campaigns')) services.campaigns = await run(campaigns);
    const credentials = { id: 'cl_test', secret: randomBytes(32).toString('base64url') };
    await seed(services.identity, {
      SEED_CLIENTS: JSON.stringify([
        { ...credentials, name: 'Test', scopes: everyScope, first_party: true, redirect_uris: [callback] },
      ]),
      SEED_PROVIDERS: JSON.stringify([{ name: 'acme', issuer: 'https://login.example', client_ids: ['shop'] }]),
    });
    const gateways: NestFastifyApplication[] = [];
    for (let i = 0; i < gatewayCount; i += 1) {
      const own = { ...messaging.settings('gateway'), IDENTITY_URL: await services.identity.getUrl() };
      const config = testConfig(GatewayConfig, { ...shared, ...own });
      const gateway = await createGateway(config);
      await gateway.listen(i === 0 ? port : 0, '127.0.0.1');
      gateways.push(gateway);
    }
    for (const app of [...gateways, ...Object.values(services)]) await ready(app);
    const api = new ApiClient(url);
    return new Platform(
      url,
      await api.as(credentials),
      credentials,
      gateways,
      services,
      databases,
      inbox,
      messaging,
      again,
    );
  }

  get cards(): NestFastifyApplication {
    if (!this.services.cards) throw new Error("start the platform with 'cards'");
    return this.services.cards;
  }

  get campaigns(): NestFastifyApplication {
    if (!this.services.campaigns) throw new Error("start the platform with 'campaigns'");
    return this.services.campaigns;
  }

  get segments(): NestFastifyApplication {
    if (!this.services.segments) throw new Error("start the platform with 'segments'");
    return this.services.segments;
  }

  get webhooks(): NestFastifyApplication {
    if (!this.services.webhooks) throw new Error("start the platform with 'webhooks'");
    return this.services.webhooks;
  }

  get mailPort(): number {
    return this.inbox.httpPort;
  }

  /** The replica uses the same database. The test closes it. */
  async replica(name: 'identity' | 'events' | OtherService): Promise<NestFastifyApplication> {
    const app = await this.again[name]?.();
    if (!app) throw new Error(`there is no ${name}`);
    await ready(app);
    return app;
  }

  /** Takes the service away while `meanwhile` runs. Identity comes back on another port, which OAuth does not find. */
  async without(name: 'events' | 'identity' | OtherService, meanwhile: () => Promise<void>): Promise<void> {
    await this.services[name]?.close();
    await meanwhile();
    const app = await this.again[name]?.();
    if (!app) throw new Error(`there is no ${name}`);
    this.services[name] = app;
    await ready(app);
  }

  /** The replica ends with the platform. */
  async replicaOf(name: 'events' | 'segments'): Promise<void> {
    const app = await this.again[name]?.();
    if (!app) throw new Error(`there is no ${name}`);
    this.replicas.push(app);
    await ready(app);
  }

  private async withOwnClient(): Promise<Platform> {
    const client = { name: 'Test', scopes: everyScope, first_party: true, redirect_uris: [callback] };
    // The token of `api` may have expired, because the platform runs for long.
    const owner = await this.api.as(this.credentials);
    const made = await owner.post('/api/1/admin/clients', client);
    if (made.status !== 201) throw new Error(made.text);
    const credentials = made.body as ClientWithSecret;
    const stop = async (): Promise<void> => {
      await owner.send('DELETE', `/api/1/admin/clients/${credentials.id}`);
      this.messaging.demandNoViolations();
    };
    const own = { credentials, api: await owner.as(credentials), stop };
    return Object.assign(Object.create(Platform.prototype) as Platform, this, own);
  }

  /** Newest first. */
  async mailsTo(address: string): Promise<Mail[]> {
    const mails = (await (await fetch(`http://127.0.0.1:${this.inbox.httpPort}/api/mails`)).json()) as Mail[];
    return mails.filter((mail) => mail.to === address);
  }

  /** The token is one of the platform's test client. */
  async asUser(userId: string, scope: string): Promise<ApiClient> {
    const key = this.services.identity.get(SigningKeysService).current?.active;
    if (!key) throw new Error('there is no signing key');
    const token = await new SignJWT({ client_id: this.credentials.id, scope, token_use: 'user', ver: 2 ** 40 })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid })
      .setIssuer(this.url)
      .setAudience('ces-api')
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime('15m')
      .setJti(randomUUID())
      .sign(createPrivateKey({ key, format: 'jwk' }));
    return new ApiClient(this.url).withToken(token);
  }

  /** A spec that shares the platform has a `stop` of its own, after which the platform goes on. */
  async stop(): Promise<void> {
    await this.inbox.stop();
    for (const app of [...this.gateways, ...this.replicas, ...Object.values(this.services)]) await app.close();
    for (const database of this.databases) await database.drop();
    await this.messaging.stop();
  }
}

async function ready(app: NestFastifyApplication): Promise<void> {
  await eventually(async () => {
    const { statusCode, body } = await app.inject({ url: '/readyz' });
    if (statusCode !== 200) throw new Error(`not ready: ${body}`);
  });
}
