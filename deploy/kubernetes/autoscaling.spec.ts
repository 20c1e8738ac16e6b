import { apps, configOf } from '@ces/testing/services/app-configs';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { autoscalers, type Autoscaler } from './autoscalers.ts';
import { specsOf } from './read-manifests.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const rights = JSON.parse(read('deploy/nats/permissions.json')) as Record<string, { publish: { allow: string[] } }>;

/** The durable consumers of an app, which it asks for messages. */
function consumersOf(app: string): string[] {
  const asks = (rights[app]?.publish.allow ?? []).map((subject) => /\.MSG\.NEXT\.[\w-]+\.([\w-]+)$/.exec(subject)?.[1]);
  return asks.filter((name) => name !== undefined);
}

/** Deployments with two autoscalers, which would set each other's number of replicas back, and those without one. */
function faultsOf(found: Autoscaler[]): string[] {
  return apps.flatMap((app) => {
    const kinds = found.filter(({ target }) => target === app).map(({ kind }) => kind);
    return kinds.length === 1 ? [] : [`${app}: ${kinds.join(' and ')}`];
  });
}

describe('the autoscalers', () => {
  const found = autoscalers();

  it('are one for each Deployment', () => {
    expect(faultsOf(found)).toEqual([]);
    expect(found.map(({ target }) => target).toSorted()).toEqual(apps);
  });

  it('would be found to be two of one Deployment, or none', () => {
    const planted: Autoscaler = { kind: 'HorizontalPodAutoscaler', target: 'events', least: 1, most: 2 };
    const others = found.filter(({ target }) => target !== 'cards');
    expect(faultsOf([...others, planted])).toEqual(['cards: ', 'events: ScaledObject and HorizontalPodAutoscaler']);
  });

  it('go by lag for apps that read facts, but for identity, on which people wait', () => {
    const byLag = found.filter(({ kind }) => kind === 'ScaledObject').map(({ target }) => target);
    const reading = apps.filter((app) => consumersOf(app).length > 0);
    expect(byLag.toSorted()).toEqual(reading.filter((app) => app !== 'identity'));
  });

  it('have at least two replicas run, and set their number alone', () => {
    for (const { least, most } of found) {
      expect(least).toBeGreaterThanOrEqual(2);
      expect(most).toBeGreaterThan(least);
    }
    for (const { replicas } of Object.values(specsOf('Deployment'))) expect(replicas).toBeUndefined();
  });
});

describe.each(Object.entries(specsOf('ScaledObject')))('the lag by which %s is scaled', (app, { triggers }) => {
  const [query = '', ...more] = triggers.flatMap(({ type, metadata }) =>
    type === 'prometheus' ? [metadata['query'] ?? ''] : [],
  );

  it('is that of all its consumers, and of no others', () => {
    const [, pattern = ''] = /^max\(ces_consumer_lag_seconds\{namespace="ces",consumer=~"(.+)"\}\)$/.exec(query) ?? [];
    const matching = apps.flatMap(consumersOf).filter((name) => new RegExp(`^(?:${pattern})$`).test(name));
    expect(matching.toSorted()).toEqual(consumersOf(app).toSorted());
    expect(matching.length).toBeGreaterThan(0);
  });

  it('comes from metrics that the source has', () => {
    const sources = globSync('{libs,apps}/*/src/**/*.ts', { cwd: root, exclude: ['**/*.spec.ts'] })
      .map(read)
      .join('\n');
    const names = [query, ...more].map((each) => /\bces_\w+/.exec(each)?.[0] ?? each);
    for (const name of names) expect(sources).toContain(`name: '${name}'`);
  });

  it('is told to KEDA in words that its scalers know', () => {
    const known: Record<string, string[]> = {
      cpu: ['value'],
      prometheus: ['ignoreNullValues', 'query', 'serverAddress', 'threshold'],
    };
    for (const { type, metadata, metricType } of triggers) {
      expect(Object.keys(metadata).toSorted()).toEqual(known[type]);
      expect(metricType).toBe(type === 'cpu' ? 'Utilization' : 'AverageValue');
    }
  });
});

describe('the scaling of webhooks', () => {
  it('adds a replica when as many webhooks are delivered to as a process has places', () => {
    const threshold = specsOf('ScaledObject')['webhooks']?.triggers.at(-1)?.metadata['threshold'];
    const Config = configOf('webhooks');
    expect(new Config()).toMatchObject({ WEBHOOK_CONCURRENCY: Number(threshold) });
  });
});
