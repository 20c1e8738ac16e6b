// Prints the Secrets that the manifests name, with passwords and keys of its own making:
//   SMTP_URL=smtps://… BACKUP_KEY_ID=… BACKUP_KEY=… node deploy/kubernetes/make-secrets.ts | kubectl -n ces create -f -
// `create` refuses to replace a Secret that is there already.
import { randomBytes } from 'node:crypto';

const withDatabase = ['identity', 'events', 'campaigns', 'cards', 'segments', 'webhooks'];

type Secret = Record<string, string>;

/** Letters and digits, and a letter first: it becomes part of addresses and of NATS's configuration. */
function password(): string {
  return `p${randomBytes(24).toString('hex')}`;
}

function given(name: string): string {
  const value = process.env[name] ?? '';
  if (value === '') throw new Error(`${name} is missing: give it as a variable of the environment`);
  return value;
}

function clientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The first client has all rights. With it an operator makes the others over the API, and deletes it. The second one is that of
 * the probe, in the CronJob `probe`.
 */
function firstClients(): string {
  return JSON.stringify([
    { id: 'cl_admin', secret: clientSecret(), name: 'Operator', scopes: ['admin'] },
    {
      id: 'cl_probe',
      secret: ofProbe,
      name: 'Probe',
      scopes: ['users:write', 'events:write', 'events:read', 'probe:report'],
    },
  ]);
}

function secretsOf(app: string): Secret {
  const nats = { 'nats-password': password() };
  return withDatabase.includes(app) ? { ...nats, 'database-password': password(), 'owner-password': password() } : nats;
}

const ofProbe = clientSecret();
const secrets: Record<string, Secret> = {
  ...Object.fromEntries(['gateway', ...withDatabase].map((app) => [`${app}-secrets`, secretsOf(app)])),
  'nats-watcher': { 'nats-password': password() },
  sealing: { 'secrets-key': randomBytes(32).toString('base64') },
  seed: { clients: firstClients(), providers: '[]', users: '[]', operators: '[]' },
  probe: { 'client-secret': ofProbe },
  'postgres-installer': { username: 'installer', password: password() },
  'backup-store': { 'access-key-id': given('BACKUP_KEY_ID'), 'secret-access-key': given('BACKUP_KEY') },
};
secrets['identity-secrets'] = { ...secrets['identity-secrets'], 'smtp-url': given('SMTP_URL') };

const items = Object.entries(secrets).map(([name, stringData]) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  type: 'username' in stringData ? 'kubernetes.io/basic-auth' : 'Opaque',
  stringData,
}));
console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 2));
