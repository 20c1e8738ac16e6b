import type { Class } from '@ces/contracts/rpc';
import { AppConfig, DatabaseConfig, readConfig, settingsOf } from '@ces/service/config/config';
import { unknownSettings } from '@ces/service/config/unknown-settings';
import { apps, configOf, settingsOfApp } from '@ces/testing/services/app-configs';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { environmentOf, type Environment } from './pod-environment.ts';
import { configMaps, specsOf, type Variable } from './read-manifests.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const deployments = specsOf('Deployment');
const jobs = specsOf('Job');
const withDatabase = apps.filter((app) => app !== 'gateway');

const containerOf = (name: string) => {
  const pod = deployments[name]?.template ?? jobs[name]?.template;
  if (!pod) throw new Error(`there is no ${name}`);
  return pod.spec.containers[0];
};

/** Variables that are no settings of the app, and settings that are not named. */
function faultsOf(app: string, { values, parts }: Environment): { unknown: string[]; missing: string[] } {
  // PUBLIC_URL tells every app whether secrets of .env.example will do.
  const settings = new Set([...settingsOfApp(app), 'PUBLIC_URL']);
  const names = Object.keys(values).filter((name) => !parts.includes(name));
  return {
    unknown: names.filter((name) => !settings.has(name)),
    missing: [...settings].filter((name) => !names.includes(name)),
  };
}

/** The values with something in place of the secrets, as an operator has chosen it. */
function filledIn({ values }: Environment): Record<string, string> {
  const samples: Record<string, string> = {
    'secrets-key': randomBytes(32).toString('base64'),
    'smtp-url': 'smtps://user:password@mail.example.com:465',
    headers: 'authorization=Bearer%20token',
  };
  const fill = (value: string): string =>
    value.replace(/secret:[\w-]+\/([\w-]+)/g, (_, key: string) => samples[key] ?? 'own');
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

describe('the variables of the Deployments', () => {
  it('belong to one Deployment for each app', () => {
    expect(Object.keys(deployments).toSorted()).toEqual(apps);
  });

  it.each(apps)('are the settings of %s, all of them and nothing else', (app) => {
    expect(faultsOf(app, environmentOf(containerOf(app)))).toEqual({ unknown: [], missing: [] });
  });

  it('would be found if one were missing, misspelt or of another app', () => {
    const { env = [], ...rest } = containerOf('cards');
    const extra: Variable[] = [
      { name: 'CARDS_PER_USR', value: '3' },
      { name: 'SECRETS_KEY', value: 'x' },
    ];
    const planted = environmentOf({ ...rest, env: [...env.filter(({ name }) => name !== 'NATS_USER'), ...extra] });
    expect(faultsOf('cards', planted)).toEqual({ unknown: ['CARDS_PER_USR', 'SECRETS_KEY'], missing: ['NATS_USER'] });
    const withoutMap = environmentOf({ env, envFrom: rest.envFrom?.slice(1) ?? [] });
    expect(faultsOf('cards', withoutMap).missing).toContain('NATS_URL');
  });

  it('would be found if a part stood behind the variable that uses it', () => {
    const { env = [] } = containerOf('cards');
    expect(() => environmentOf({ env: env.toReversed() })).toThrow('there is no POSTGRES_PASSWORD');
  });

  it.each(apps)('are valid for %s, which warns of none of them', (app) => {
    const values = filledIn(environmentOf(containerOf(app)));
    const config = readConfig(configOf(app), values);
    expect(config).toMatchObject({ PORT: 3_000, METRICS_PORT: 9_464, NATS_REPLICAS: 3, NATS_USER: app });
    expect(unknownSettings(app, settingsOfApp(app), values)).toEqual([]);
    const ports = containerOf(app).ports?.map(({ name, containerPort }) => [name, containerPort]);
    expect(ports).toEqual([
      ['http', config.PORT],
      ['metrics', config.METRICS_PORT],
    ]);
  });

  it('would be refused with a secret of .env.example', () => {
    const values = { ...filledIn(environmentOf(containerOf('cards'))), NATS_PASSWORD: 'development-only-nats-cards' };
    expect(() => readConfig(AppConfig, values)).toThrow('NATS_PASSWORD: comes from .env.example');
  });
});

const probe = join(root, 'apps/gateway/src/probe/command/probe.settings.ts');
const { ProbeSettings } = (await import(probe)) as {
  ProbeSettings: Class<{ PROBE_URL: string; PROBE_STEP_SECONDS: number }>;
};
const { components } = JSON.parse(read('docs/openapi.json')) as {
  components: { schemas: { ProbeStepTaken: { properties: { step: { enum: string[] } } } } };
};
const probeSteps = components.schemas.ProbeStepTaken.properties.step.enum;

describe('the variables of the probe', () => {
  const container = specsOf('CronJob')['probe']?.jobTemplate.spec.template.spec.containers[0];
  const { values } = environmentOf(container ?? {});

  it('are all of its settings, and nothing else', () => {
    expect(Object.keys(values).toSorted()).toEqual(settingsOf(ProbeSettings).toSorted());
  });

  it('are valid, and let a run end before the next one begins', () => {
    const { PROBE_STEP_SECONDS, PROBE_URL } = readConfig(ProbeSettings, values);
    const { activeDeadlineSeconds = 0 } = specsOf('CronJob')['probe']?.jobTemplate.spec ?? {};
    expect(PROBE_STEP_SECONDS * (probeSteps.length + 1)).toBeLessThan(activeDeadlineSeconds);
    expect(specsOf('CronJob')['probe']).toMatchObject({ schedule: '*/5 * * * *', concurrencyPolicy: 'Forbid' });
    expect(activeDeadlineSeconds).toBeLessThan(300);
    expect(Object.keys(specsOf('Service'))).toContain(new URL(PROBE_URL).hostname);
  });
});

describe('the variables of the Jobs', () => {
  it('belong to a migration for each database, the seed, and the databases', () => {
    const expected = [...withDatabase.map((app) => `${app}-migrate`), 'databases', 'identity-seed'];
    expect(Object.keys(jobs).toSorted()).toEqual(expected.toSorted());
  });

  it.each(withDatabase)(
    'let the owner of the database migrate it past the pooler, for the role by which %s serves',
    (app) => {
      const { args, ...container } = containerOf(`${app}-migrate`);
      const { DATABASE_URL: url, PUBLIC_URL, ...others } = environmentOf(container).values;
      expect([args, url]).toEqual([
        [`dist/apps/${app}/src/main.js`, 'migrate', `--grant-to=${app}_runtime`],
        `postgres://${app}:secret:${app}-secrets/owner-password@postgres-rw:5432/${app}`,
      ]);
      readConfig(DatabaseConfig, { DATABASE_URL: url?.replace(/secret:[^@]*/, 'own'), PUBLIC_URL });
      expect(Object.keys(others)).toEqual(['POSTGRES_PASSWORD']);
      const serving = environmentOf(containerOf(app)).values['DATABASE_URL'];
      expect(serving).toBe(
        `postgres://${app}_runtime:secret:${app}-secrets/database-password@postgres-pooler:5432/${app}`,
      );
    },
  );

  it('are those of identity and those that the seed reads', () => {
    const ofSeed = [...new Set(read('apps/identity/src/seed/seed.ts').match(/\bSEED_[A-Z]+\b/g))];
    const environment = environmentOf(containerOf('identity-seed'));
    expect(faultsOf('identity', environment).unknown.toSorted()).toEqual(ofSeed.toSorted());
    const { values } = environment;
    readConfig(configOf('identity'), filledIn(environment));
    expect(values['DATABASE_URL']).toBe(environmentOf(containerOf('identity')).values['DATABASE_URL']);
  });

  it('are two passwords for each service whose database init.sh makes', () => {
    const { args, ...container } = containerOf('databases');
    const { values } = environmentOf(container);
    const passwords = withDatabase.flatMap((app) =>
      ['OWNER', 'DATABASE'].map((kind) => [
        `${app.toUpperCase()}_${kind}_PASSWORD`,
        `secret:${app}-secrets/${kind.toLowerCase()}-password`,
      ]),
    );
    expect(args.toSorted()).toEqual(withDatabase);
    expect(values).toEqual({
      ...Object.fromEntries(passwords),
      PGHOST: 'postgres-rw',
      PGUSER: specsOf('Cluster')['postgres']?.managed.roles[0]?.name,
      PGPASSWORD: 'secret:postgres-installer/password',
      PUBLIC_URL: environmentOf(containerOf('gateway')).values['PUBLIC_URL'],
    });
    const [script] = Object.values(configMaps()).flatMap((data) => data['init.sh'] ?? []);
    expect(script).toBe(read('deploy/postgres/init.sh'));
  });
});
