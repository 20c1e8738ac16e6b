import type { Secrets } from './kept-settings.ts';

export const DATABASE_APPS = ['identity', 'events', 'campaigns', 'cards', 'segments', 'webhooks'] as const;
export const APPS = ['gateway', ...DATABASE_APPS] as const;
export type AppName = (typeof APPS)[number];
export const metricsPort = (app: AppName) => `${app}-metrics` as const;
/** All ports except the gateway's, which the user of the stack chooses. */
export const PRIVATE_PORTS = [
  ...(['postgres', 'nats', 'mail', 'smtp'] as const),
  ...DATABASE_APPS,
  ...APPS.map(metricsPort),
] as const;
export type PortName = 'gateway' | (typeof PRIVATE_PORTS)[number];

const USER_SCOPES = 'profile cards optins rewards account openid offline_access'.split(' ');
const ALL_SCOPES = [
  ...'events:define events:write events:read users:read users:write users:delete registration segments webhooks'.split(
    ' ',
  ),
  ...USER_SCOPES,
];

/** For programs on this machine that try a sign-in. */
export const REDIRECT_URIS = ['http://localhost:8080/callback', 'http://127.0.0.1:8080/callback'];

export const PROVIDER = { name: 'demo', issuer: 'https://login.example.com', client_ids: ['demo-app'] };

export interface Addresses {
  ports: Record<PortName, number>;
  publicUrl: string;
  databases: Record<string, string>;
}

const GATEWAY_LIMITS = ['RATE_LIMIT', 'RATE_LIMIT_PER_ADDRESS', 'MAX_CONNECTIONS'];
const IDENTITY_LIMITS = [
  ...['WRONG_ATTEMPTS_PER_HOUR', 'MAILS_PER_CLIENT_AN_HOUR'],
  ...['SIGN_UPS_PER_ADDRESS_AN_HOUR', 'DEVICE_CODES_PER_ADDRESS_AN_HOUR'],
];

/** Variables that an app does not inherit from the launcher. */
const OURS = /^(npm_|PORT$|HOST$|METRICS_|DATABASE_(URL|MIGRATION_URL|POOLER)$|SEED_|NATS_(?!NAMESPACE$))/;

/**
 * Each process keeps three such spaces for young objects, of 16 MB by default. The gateway's requests wait for a commit and
 * outgrow small ones. The image and the deployments of the gateway set the same.
 */
export const youngSpaceOf = (name: AppName | 'mail'): string => `--max-semi-space-size=${name === 'gateway' ? 32 : 8}`;

/** The stack listens here, so that only this machine reaches its clients, users and mails. */
export const LOOPBACK = '127.0.0.1';

/** This environment is the whole contract between launcher and app. */
export function environmentOf(
  app: AppName,
  { ports, publicUrl, databases }: Addresses,
  secrets: Secrets,
  base: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(Object.entries(base).filter(([name]) => !OURS.test(name)));
  const database = databases[app];
  return {
    // Threads share two heaps of malloc instead of having one each: 4 MB less in each process. The image sets the same.
    MALLOC_ARENA_MAX: '2',
    ...inherited,
    NODE_ENV: 'production',
    LOG_LEVEL: base['LOG_LEVEL'] ?? 'info',
    // Each app runs once here, so callers have no other replica.
    DRAIN_SECONDS: base['DRAIN_SECONDS'] ?? '0',
    PORT: String(ports[app]),
    HOST: app === 'gateway' ? (base['HOST'] ?? LOOPBACK) : LOOPBACK,
    METRICS_PORT: String(ports[metricsPort(app)]),
    METRICS_HOST: LOOPBACK,
    PUBLIC_URL: publicUrl,
    NATS_URL: `nats://127.0.0.1:${ports.nats}`,
    NATS_USER: app,
    NATS_PASSWORD: secrets.nats[app] ?? '',
    ...(database === undefined ? {} : { DATABASE_URL: database }),
    ...(app === 'gateway'
      ? { IDENTITY_URL: `http://127.0.0.1:${ports.identity}`, DOCS_CLIENT, ...unlimited(base, GATEWAY_LIMITS) }
      : {}),
    ...(app === 'identity' ? { ...unlimited(base, IDENTITY_LIMITS), ...mailSettings(ports.smtp, secrets, base) } : {}),
    ...(app === 'webhooks' ? webhookSettings(secrets, base) : {}),
  };
}

function unlimited(base: NodeJS.ProcessEnv, names: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, base[name] ?? 'off']));
}

/** Users sign in with it on the pages of /docs. */
const DOCS_CLIENT = 'cl_docs';
/** People sign in with it at the command line. */
const CLI_CLIENT = 'cl_cli';

export function seedOf({ client, admin, user, operator }: Secrets, publicUrl: string): NodeJS.ProcessEnv {
  const clients = [
    { ...client, name: 'Local client', scopes: ALL_SCOPES, first_party: true, redirect_uris: REDIRECT_URIS },
    {
      ...admin,
      name: 'Local administrator',
      scopes: [...ALL_SCOPES, 'admin'],
      first_party: true,
      redirect_uris: REDIRECT_URIS,
    },
    {
      ...{ id: DOCS_CLIENT, name: 'API documentation', public: true, first_party: true },
      scopes: USER_SCOPES,
      redirect_uris: [`${publicUrl}/docs/signed-in`],
    },
    // The command line listens at any port of this address, or shows a code (RFC 8252, RFC 8628).
    { id: CLI_CLIENT, name: 'Command line', public: true, scopes: USER_SCOPES, redirect_uris: ['http://127.0.0.1/'] },
  ];
  const operators = [{ ...operator, name: 'Olga Owner', role: 'owner' }];
  const users = [{ ...user, firstName: 'Anna', lastName: 'Jansen' }];
  return {
    SEED_CLIENTS: JSON.stringify(clients),
    SEED_PROVIDERS: JSON.stringify([PROVIDER]),
    SEED_USERS: JSON.stringify(users),
    SEED_OPERATORS: JSON.stringify(operators),
  };
}

function mailSettings(port: number, secrets: Secrets, base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    SECRETS_KEY: secrets.SECRETS_KEY,
    PROVIDER_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: base['MAIL_FROM'] ?? 'Customer Engagement <no-reply@localhost>',
  };
}

function webhookSettings({ SECRETS_KEY }: Secrets, base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { SECRETS_KEY, WEBHOOK_ALLOW_CIDRS: base['WEBHOOK_ALLOW_CIDRS'] ?? '127.0.0.0/8,::1/128' };
}
