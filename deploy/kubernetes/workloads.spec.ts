import { readConfig } from '@ces/service/config/config';
import { apps, configOf } from '@ces/testing/services/app-configs';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { selects } from './network.ts';
import { environmentOf } from './pod-environment.ts';
import { pods, specsOf, type Pod } from './read-manifests.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const all = Object.entries(pods());
const deployments = specsOf('Deployment');
const labelsOf = (app: string) => deployments[app]?.template.metadata.labels ?? {};

/** A setting of a Deployment as its process reads it. */
function setting(app: string, name: string): number {
  const pod = deployments[app]?.template.spec.containers[0] ?? {};
  const given = Object.entries(environmentOf(pod).values).filter(([key, value]) => {
    return key !== 'NATS_USER' && !value.includes('secret:');
  });
  const sample = { DATABASE_URL: 'postgres://db/x', SMTP_URL: 'smtp://mail', SECRETS_KEY: `${'A'.repeat(43)}=` };
  const config: object = readConfig(configOf(app), { ...sample, ...Object.fromEntries(given) });
  const value = Object.entries(config).find(([key]) => key === name)?.[1] as unknown;
  if (typeof value !== 'number') throw new Error(`${app} has no number ${name}`);
  return value;
}

/** Seconds that a call of the gateway may wait for a service, at most. */
const longestCall = (() => {
  const files = globSync('apps/gateway/src/**/*.ts', { cwd: root });
  const limits = files.flatMap((file) => [...read(file).matchAll(/timeout: ([\d_]+)/g)].map(([, text = '']) => text));
  return Math.max(...limits.map((text) => Number(text.replaceAll('_', '')))) / 1_000;
})();

/** The time that a pod may need from its deletion until its process ends, with what is under way. */
function endsWithin(app: string, { spec }: Pod): number {
  const preStop = spec.containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
  const work = app === 'gateway' ? setting(app, 'IMPORT_SECONDS') : longestCall;
  return preStop + setting(app, 'DRAIN_SECONDS') + work;
}

describe.each(all)('the pod of %s', (_, { spec }) => {
  const [container] = spec.containers;

  it('has no rights that it does not need', () => {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect([spec.automountServiceAccountToken, spec.enableServiceLinks]).toEqual([false, false]);
  });

  it('asks for the memory that it may have, and for a share of the processor', () => {
    const { requests, limits } = container.resources;
    expect(limits).toEqual({ memory: requests['memory'] });
    expect(Object.keys(requests).toSorted()).toEqual(['cpu', 'memory']);
  });
});

describe.each(apps)('the Deployment of %s', (app) => {
  const { template, strategy, selector } = deployments[app] ?? {};
  if (!template || !strategy || !selector) throw new Error(`${app} has no Deployment`);
  const [container] = template.spec.containers;

  it('runs a script that the source has, as the user of the image', () => {
    const script = container.args.find((each) => !each.startsWith('-')) ?? '';
    expect(script).toBe(`dist/apps/${app}/src/main.js`);
    expect(existsSync(join(root, script.replace(/^dist\//, '').replace(/\.js$/, '.ts')))).toBe(true);
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(read('deploy/Dockerfile')) ?? [];
    expect(template.spec.securityContext).toMatchObject({ runAsUser: Number(user), runAsGroup: Number(group) });
  });

  it('asks whether it is alive, and whether it is ready', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const asked = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
    const live = { path: '/livez', port: 'http' };
    expect(asked).toEqual([live, live, { path: '/readyz', port: 'http' }]);
    const patience = (probe = startupProbe): number => (probe?.periodSeconds ?? 0) * (probe?.failureThreshold ?? 0);
    expect(patience()).toBeGreaterThanOrEqual(30);
    // NATS cuts off a frozen process after nine seconds. Nobody gains by an earlier restart of one that only is slow.
    expect(patience(livenessProbe)).toBeGreaterThanOrEqual(30);
    // A replica that loses its database is left within seconds.
    expect(patience(readinessProbe)).toBeLessThanOrEqual(5);
  });

  it('leaves time to end: for balancers, for draining, and for what is under way', () => {
    expect(container.lifecycle?.preStop.sleep.seconds).toBeGreaterThanOrEqual(5);
    expect(setting(app, 'DRAIN_SECONDS')).toBeGreaterThanOrEqual(5);
    const grace = template.spec.terminationGracePeriodSeconds ?? 0;
    expect(grace).toBeGreaterThanOrEqual(endsWithin(app, template) + 10);
  });

  it('replaces a pod only after another one is ready', () => {
    expect(strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  });

  it('spreads over nodes and zones, each version for itself', () => {
    const spread = template.spec.topologySpreadConstraints?.map((each) => [each.topologyKey, each.whenUnsatisfiable]);
    expect(spread).toEqual([
      ['kubernetes.io/hostname', 'DoNotSchedule'],
      ['topology.kubernetes.io/zone', 'ScheduleAnyway'],
    ]);
    for (const { matchLabelKeys } of template.spec.topologySpreadConstraints ?? [])
      expect(matchLabelKeys).toEqual(['app.kubernetes.io/name', 'pod-template-hash']);
  });

  it('loses one pod at a time to the drain of nodes', () => {
    expect(specsOf('PodDisruptionBudget')[app]).toMatchObject({ maxUnavailable: 1, selector });
  });

  it('has its metrics read', () => {
    const { selector: monitored, podMetricsEndpoints } = specsOf('PodMonitor')['apps'] ?? {};
    expect(selects(monitored ?? {}, labelsOf(app))).toBe(true);
    expect(podMetricsEndpoints?.map(({ port }) => port)).toEqual(['metrics']);
  });
});

describe('the time to end', () => {
  it('would be found too short', () => {
    const [name, pod] = all.find(([each]) => each === 'webhooks') ?? [];
    if (name === undefined || !pod) throw new Error('there is no pod of webhooks');
    expect(endsWithin(name, pod)).toBe(75);
    const slow = structuredClone(pod);
    slow.spec.containers[0].lifecycle = { preStop: { sleep: { seconds: 60 } } };
    expect(endsWithin(name, slow) + 10).toBeGreaterThan(slow.spec.terminationGracePeriodSeconds ?? 0);
  });
});

describe('the Services', () => {
  it.each(Object.entries(specsOf('Service')))('%s leads to the replicas of one app, and to no Job', (name, service) => {
    const found = all.filter(([, { metadata }]) => selects({ matchLabels: service.selector }, metadata.labels));
    expect(found.map(([each]) => each)).toEqual([name]);
    expect(service.ports).toMatchObject([{ port: 3_000, targetPort: 'http' }]);
  });

  it('are those of the apps that are called over HTTP', () => {
    expect(Object.keys(specsOf('Service'))).toEqual(['gateway', 'identity']);
  });
});

describe('the Jobs', () => {
  it.each(Object.entries(specsOf('Job')))('%s is tried again, and makes room for the next version', (_, job) => {
    expect(job.backoffLimit).toBeGreaterThanOrEqual(10);
    expect(job.ttlSecondsAfterFinished).toBeLessThanOrEqual(3_600);
  });
});
