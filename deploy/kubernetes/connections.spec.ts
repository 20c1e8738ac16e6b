import { environmentOf } from './pod-environment.ts';
import { autoscalers } from './autoscalers.ts';
import { specsOf } from './read-manifests.ts';

/** PostgreSQL keeps them for superusers (superuser_reserved_connections), and CloudNativePG uses some of them. */
const reserved = 3;
/** Sessions of CloudNativePG's instance manager and of its metrics. */
const ofOperator = 5;
/** Sessions of `migrate`: one for its lock, and one for its statements. */
const ofMigration = 2;
/** Sessions in which a pooler looks up passwords. */
const ofLookups = 2;

interface Capacity {
  /** The most processes of each service, one more than its autoscaler makes: that is the surge of a new version. */
  processes: Record<string, number>;
  pools: Record<string, number>;
  poolSize: number;
  poolers: number;
  clients: number;
  connections: number;
}

function capacity(): Capacity {
  const maxima = autoscalers().map(({ target, most }) => [target, most + 1] as const);
  const processes = Object.fromEntries(maxima.filter(([app]) => app !== 'gateway'));
  const pools = Object.entries(specsOf('Deployment')).map(([app, { template }]) => {
    return [app, Number(environmentOf(template.spec.containers[0]).values['DATABASE_POOL'] ?? 0)] as const;
  });
  const { pgbouncer, instances = 0 } = specsOf('Pooler')['postgres-pooler'] ?? {};
  const parameters = specsOf('Cluster')['postgres']?.postgresql.parameters;
  return {
    processes,
    pools: Object.fromEntries(pools),
    poolSize: Number(pgbouncer?.parameters['default_pool_size']),
    clients: Number(pgbouncer?.parameters['max_client_conn']),
    poolers: instances,
    connections: Number(parameters?.['max_connections']),
  };
}

function faultsOf({ processes, pools, poolSize, poolers, clients, connections }: Capacity): string[] {
  const services = Object.keys(processes);
  const wanted = services.map((app) => [app, (processes[app] ?? 0) * (pools[app] ?? 0)] as const);
  const sum = wanted.reduce((total, [, each]) => total + each, 0);
  // A command may hold one session and wait for a second one, so half of all would wait for ever. One pooler may serve alone.
  const short = wanted.filter(([, each]) => poolSize <= each / 2).map(([app]) => `the pool of ${app} is too small`);
  const atServer =
    poolers * (poolSize * services.length + ofLookups) + ofMigration * services.length + ofOperator + reserved;
  return [
    ...short,
    ...(sum > clients ? [`a pooler takes ${clients} of ${sum} clients`] : []),
    ...(atServer > connections ? [`PostgreSQL has ${connections} of ${atServer} connections`] : []),
  ];
}

describe('the connections to PostgreSQL', () => {
  const found = capacity();

  it('belong to six services', () => {
    expect(Object.keys(found.processes).toSorted()).toEqual([
      'campaigns',
      'cards',
      'events',
      'identity',
      'segments',
      'webhooks',
    ]);
    for (const app of Object.keys(found.processes)) expect(found.pools[app]).toBeGreaterThanOrEqual(12);
  });

  it('suffice for the most replicas of all services, while a new version of each starts and migrates', () => {
    expect(faultsOf(found)).toEqual([]);
  });

  it('would be found too few', () => {
    expect(faultsOf({ ...found, processes: { ...found.processes, events: 8 } })).toEqual([
      'the pool of events is too small',
    ]);
    expect(faultsOf({ ...found, clients: 400 })).toEqual([
      expect.stringMatching(/^a pooler takes 400 of \d+ clients$/),
    ]);
    expect(faultsOf({ ...found, poolers: 3 })).toEqual([
      expect.stringMatching(/^PostgreSQL has 560 of \d+ connections$/),
    ]);
  });

  it('go through a pooler that gives a session for a transaction, as the apps are told', () => {
    expect(specsOf('Pooler')['postgres-pooler']).toMatchObject({
      cluster: { name: 'postgres' },
      pgbouncer: { poolMode: 'transaction' },
    });
    for (const [app, { template }] of Object.entries(specsOf('Deployment')))
      if (app !== 'gateway')
        expect(environmentOf(template.spec.containers[0]).values).toMatchObject({ DATABASE_POOLER: 'transaction' });
  });
});

describe('the cluster of PostgreSQL', () => {
  const { instances, postgresql, plugins } = specsOf('Cluster')['postgres'] ?? {};

  it('has whatever is committed on a standby too, and goes on with one of two standbys', () => {
    expect(instances).toBe(3);
    expect(postgresql?.synchronous).toMatchObject({ number: 1, dataDurability: 'required' });
    expect(postgresql?.parameters).toMatchObject({ synchronous_commit: 'on' });
  });

  it('is backed up: its log all the time, and all of it each night, to a store that is there', () => {
    const [plugin] = plugins ?? [];
    expect(plugin).toMatchObject({ isWALArchiver: true });
    expect(Object.keys(specsOf('ObjectStore'))).toEqual([plugin?.parameters['barmanObjectName']]);
    expect(Object.values(specsOf('ScheduledBackup'))).toEqual([
      expect.objectContaining({
        cluster: { name: 'postgres' },
        method: 'plugin',
        pluginConfiguration: { name: plugin?.name },
      }),
    ]);
  });
});
