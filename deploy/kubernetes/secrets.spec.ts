import { readConfig } from '@ces/service/config/config';
import { configOf } from '@ces/testing/services/app-configs';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsValues } from './nats-values.ts';
import { environmentOf } from './pod-environment.ts';
import { pods, specsOf, type KeyRef } from './read-manifests.ts';

interface List {
  items: { kind: string; type: string; metadata: { name: string }; stringData: Record<string, string> }[];
}

const given = { SMTP_URL: 'smtps://mail.example.com:465', BACKUP_KEY_ID: 'id', BACKUP_KEY: 'key' };

function makeSecrets(env: Record<string, string>) {
  const PATH = process.env['PATH'];
  return spawnSync(process.execPath, [join(import.meta.dirname, 'make-secrets.ts')], {
    env: { PATH, ...env },
    encoding: 'utf8',
  });
}

/** Each key of a Secret that something reads, as `name/key`. An installation need not have those that are optional. */
function namedKeys(kind: 'needed' | 'optional'): Set<string> {
  const ofPods = Object.values(pods()).flatMap(({ spec }) => environmentOf(spec.containers[0]).secrets);
  const { container, natsBox } = natsValues();
  const ofNats = [...Object.values(container.env), natsBox.container.env.NATS_PASSWORD].map(
    ({ valueFrom }) => valueFrom.secretKeyRef,
  );
  const ofStores = Object.values(specsOf('ObjectStore')).flatMap(({ configuration }) =>
    Object.values(configuration.s3Credentials),
  );
  const ofRoles = Object.values(specsOf('Cluster')).flatMap(({ managed }) =>
    managed.roles.flatMap(({ passwordSecret: { name } }): KeyRef[] =>
      ['username', 'password'].map((key) => ({ name, key })),
    ),
  );
  const refs: KeyRef[] = [...ofPods, ...ofNats, ...ofStores, ...ofRoles];
  const found = refs.filter(({ optional = false }) => optional === (kind === 'optional'));
  return new Set(found.map(({ name, key }) => `${name}/${key}`));
}

describe('make-secrets.ts', () => {
  const { items } = JSON.parse(makeSecrets(given).stdout) as List;
  const made = Object.fromEntries(
    items.flatMap(({ metadata, stringData }) =>
      Object.entries(stringData).map(([key, value]) => [`${metadata.name}/${key}`, value] as const),
    ),
  );

  it('makes all keys of Secrets that the manifests and the values for NATS name, and no others', () => {
    expect(Object.keys(made).toSorted()).toEqual([...namedKeys('needed')].toSorted());
  });

  it('leaves the key that an installation need not have to the operator, whom the README tells how to make it', () => {
    expect([...namedKeys('optional')]).toEqual(['trace-collector/headers']);
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    expect(readme).toContain('create secret generic trace-collector --from-file=headers=');
  });

  it('makes passwords that fit into addresses and into the configuration of NATS, and each only once', () => {
    const passwords = Object.entries(made).filter(([name]) => name.endsWith('password'));
    expect(passwords).toHaveLength(7 + 2 * 6 + 2);
    for (const [, value] of passwords) expect(value).toMatch(/^[a-z][a-z0-9]{48}$/);
    expect(new Set(passwords.map(([, value]) => value)).size).toBe(passwords.length);
  });

  it('makes the client of the probe, with the secret that the CronJob reads and the rights that the probe needs', () => {
    const clients = JSON.parse(made['seed/clients'] ?? '') as { id: string; secret: string; scopes: string[] }[];
    const { PROBE_CLIENT_ID: id, PROBE_CLIENT_SECRET: secret } = environmentOf(
      pods()['probe']?.spec.containers[0] ?? {},
    ).values;
    expect(secret).toBe('secret:probe/client-secret');
    expect(clients.find((each) => each.id === id)).toMatchObject({
      secret: made['probe/client-secret'],
      scopes: ['users:write', 'events:write', 'events:read', 'probe:report'],
    });
  });

  it('makes a key and a first client that identity takes', () => {
    const settings = {
      DATABASE_URL: 'postgres://db/identity',
      SECRETS_KEY: made['sealing/secrets-key'],
      SMTP_URL: made['identity-secrets/smtp-url'],
    };
    expect(() => readConfig(configOf('identity'), settings)).not.toThrow();
    const [client] = JSON.parse(made['seed/clients'] ?? '') as { id: string; secret: string; scopes: string[] }[];
    expect(client).toMatchObject({ id: 'cl_admin', scopes: ['admin'], secret: expect.stringMatching(/^[\w-]{43}$/) });
  });

  it('gives the installer of the databases the type of Secret that CloudNativePG reads', () => {
    const typed = items.filter(({ type }) => type === 'kubernetes.io/basic-auth').map(({ metadata }) => metadata.name);
    expect(typed).toEqual(['postgres-installer']);
  });

  it.each(Object.keys(given))('asks for %s', (name) => {
    const { status, stderr, stdout } = makeSecrets({ ...given, [name]: '' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${name} is missing`);
  });
});
