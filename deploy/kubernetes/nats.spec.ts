import { ensureStream } from '@ces/messaging/facts/streams';
import { Nats } from '@ces/messaging/nats';
import { describeIfSet } from '@ces/testing/describe-if-set';
import { eventually } from '@ces/testing/eventually';
import { apps } from '@ces/testing/services/app-configs';
import { jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect } from 'nats';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findNatsServer } from '../../libs/local-stack/src/nats/find-nats-server.ts';
import { freePort } from '../../libs/local-stack/src/processes/free-port.ts';
import { startChild, stopChild } from '../../libs/local-stack/src/processes/child-process.ts';
import { namespace, passwordVariable, watcher } from './nats-accounts.ts';
import { natsConf, natsValues, type NatsValues, type Node } from './nats-values.ts';
import { environmentOf } from './pod-environment.ts';
import { specsOf } from './read-manifests.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const values = natsValues();
const { cluster, merge } = values.config;
const { CES: account } = merge.accounts;
const environments = Object.fromEntries(
  Object.entries(specsOf('Deployment')).map(([app, { template }]) => [app, environmentOf(template.spec.containers[0])]),
);
const rights = JSON.parse(read('deploy/nats/permissions.json')) as Record<string, { publish: { allow: string[] } }>;

/** The streams that an app makes. */
function streamsOf(app: string): string[] {
  const made = rights[app]?.publish.allow.map((subject) => /STREAM\.CREATE\.NAMESPACE-([\w-]+)$/.exec(subject)?.[1]);
  return made?.filter((name) => name !== undefined) ?? [];
}

function mebibytes(text: string): number {
  const [, number = '', unit = ''] = /^(?:<< )?(\d+)(Mi|Gi)B?(?: >>)?$/.exec(text) ?? [];
  if (unit === '') throw new Error(`${text} is no size`);
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
}

/** The room that each node reserves: each of three has a copy of all streams. */
const reserved = apps.reduce((sum, app) => {
  const each = Number(environments[app]?.values['NATS_STREAM_MIB'] ?? 0);
  return sum + each * streamsOf(app).length;
}, 0);

function faultsOfRoom({ config }: NatsValues, needed: number): string[] {
  const [most, volume] = [config.jetstream.fileStore.maxSize, config.jetstream.fileStore.pvc.size].map(mebibytes);
  const { max_file } = config.merge.accounts.CES.jetstream;
  return [
    ...((most ?? 0) < needed ? [`a node has room for ${most} of ${needed} MiB`] : []),
    ...((volume ?? 0) < (most ?? 0) * 1.2 ? ['the volume has less than a fifth to spare'] : []),
    ...(mebibytes(max_file) < needed * config.cluster.replicas ? ['the account has too little room'] : []),
  ];
}

describe('the values for the chart of NATS', () => {
  it('have a user for each app, whose password both read from the same Secret', () => {
    expect(account.users.map(({ user }) => user).toSorted()).toEqual([...apps, watcher].toSorted());
    expect(Object.keys(values.container.env).toSorted()).toEqual([...apps, watcher].map(passwordVariable).toSorted());
    for (const app of apps) {
      const { name, key } = values.container.env[passwordVariable(app)]?.valueFrom.secretKeyRef ?? {};
      expect(environments[app]?.values).toMatchObject({ NATS_USER: app, NATS_PASSWORD: `secret:${name}/${key}` });
    }
  });

  it('have a pod with tools, whose user is the watcher', () => {
    const { enabled, container, contexts } = values.natsBox;
    expect(enabled).toBe(true);
    expect(container.env).toMatchObject({
      NATS_USER: watcher,
      NATS_PASSWORD: values.container.env[passwordVariable(watcher)],
    });
    expect(contexts.default.merge.inbox_prefix).toBe(`${namespace}.inbox.${watcher}`);
  });

  it('make as many nodes as each stream has copies, and all addresses are known to all apps', () => {
    const addresses = Array.from({ length: cluster.replicas }, (_, node) => `nats://nats-${node}.nats-headless:4222`);
    for (const app of apps)
      expect(environments[app]?.values).toMatchObject({
        NATS_NAMESPACE: namespace,
        NATS_REPLICAS: String(cluster.replicas),
        NATS_URL: addresses.join(','),
      });
  });

  it('have room for all streams', () => {
    expect(reserved).toBeGreaterThan(10 * 1_024);
    expect(faultsOfRoom(values, reserved)).toEqual([]);
    expect(faultsOfRoom(values, reserved * 2)).toEqual([
      expect.stringContaining('a node has room for'),
      'the account has too little room',
    ]);
  });

  it('let NATS notice silent processes and parted nodes as Compose and the local stack do', () => {
    const conf = read('deploy/nats/nats.conf');
    expect(conf).toContain(
      `ping_interval: "${String(merge['ping_interval'])}"\nping_max: ${String(merge['ping_max'])}\n`,
    );
    expect(conf).toContain(`max_payload: ${merge.max_payload.replace(/[<> ]/g, '')}\n`);
    expect(cluster).toMatchObject({ noAdvertise: false, merge: { ping_interval: '1s', ping_max: 2 } });
  });
});

class Nodes {
  private readonly dir = mkdtempSync(join(tmpdir(), `ces-test-${process.pid}-`));
  private readonly children: Awaited<ReturnType<typeof startChild>>[] = [];
  readonly nodes: Node[] = [];

  /** Starts the first `count` nodes of the cluster. */
  async start(count: number): Promise<void> {
    for (let index = 0; index < cluster.replicas; index += 1) {
      const dataDir = join(this.dir, `nats-${index}`);
      this.nodes.push({ name: `nats-${index}`, port: await freePort(), clusterPort: await freePort(), dataDir });
    }
    const passwords = Object.fromEntries([...apps, watcher].map((user) => [passwordVariable(user), passwordOf(user)]));
    for (const node of this.nodes.slice(0, count)) {
      mkdirSync(node.dataDir);
      const file = `${node.dataDir}.conf`;
      writeFileSync(file, natsConf(values, node, this.nodes));
      const options = { env: { ...process.env, ...passwords }, logFile: `${node.dataDir}.log` };
      this.children.push(await startChild(findNatsServer(), ['-c', file], { ...options, deathSignal: 'SIGKILL' }));
    }
    await eventually(async () => (await this.as('gateway')).close());
  }

  get url(): string {
    return this.nodes.map(({ port }) => `nats://127.0.0.1:${port}`).join(',');
  }

  as(user: string, pass = passwordOf(user)) {
    const inboxPrefix = `${namespace}.inbox.${user}`;
    return connect({ servers: this.url.split(','), user, pass, inboxPrefix, reconnect: false });
  }

  async stop(): Promise<void> {
    for (const child of this.children) await stopChild(child, 'SIGKILL');
    rmSync(this.dir, { recursive: true });
  }
}

function passwordOf(user: string): string {
  return `p1e5${user}`;
}

describe('a node of NATS with these values', () => {
  const nats = new Nodes();
  beforeAll(() => nats.start(1));
  afterAll(() => nats.stop());

  it.each(apps)('lets %s in by its password, with its rights', async (user) => {
    await expect(nats.as(user, 'other')).rejects.toThrow('Authorization Violation');
    const connection = await nats.as(user);
    const foreign = `$JS.API.STREAM.DELETE.${namespace}-identity`;
    await expect(connection.request(foreign)).rejects.toThrow(`Permissions Violation for Publish to "${foreign}"`);
    await connection.close();
  });

  it('lets the watcher change nothing, read no message and send no command', async () => {
    const connection = await nats.as(watcher);
    for (const forbidden of [
      `$JS.API.STREAM.MSG.GET.${namespace}-events`,
      `$JS.API.STREAM.PURGE.${namespace}-events`,
      `$JS.API.STREAM.UPDATE.${namespace}-events`,
      `$JS.API.CONSUMER.CREATE.${namespace}-events.x`,
      `${namespace}.rpc.events.accept`,
    ])
      await expect(connection.request(forbidden)).rejects.toThrow(
        `Permissions Violation for Publish to "${forbidden}"`,
      );
    await connection.close();
  });
});

describeIfSet('CLUSTERS')('the nodes of NATS with these values', () => {
  const nats = new Nodes();
  beforeAll(() => nats.start(3));
  afterAll(() => nats.stop());

  const connected = async <T>(service: string, work: (nats: Nats) => Promise<T>): Promise<T> => {
    const credentials = { kind: 'password', user: service, password: passwordOf(service) } as const;
    const streamMebibytes = Number(environments[service]?.values['NATS_STREAM_MIB']);
    const own = new Nats({ url: nats.url, namespace, service, replicas: 3, streamMebibytes, credentials });
    try {
      await own.connection();
      return await work(own);
    } finally {
      await own.onApplicationShutdown();
    }
  };

  it('hold three copies of all streams, with the limits of the settings', async () => {
    for (const app of apps.filter((each) => each !== 'gateway'))
      await connected(app, async (own) => {
        for (const stream of streamsOf(app)) {
          const { config } = await eventually(async () => ensureStream(await own.manager(), own, stream), 90_000);
          const wanted = Number(environments[app]?.values['NATS_STREAM_MIB']) * 1_024 * 1_024;
          expect([config.name, config.num_replicas, config.max_bytes]).toEqual([own.streamOf(stream), 3, wanted]);
        }
      });
  }, 180_000);

  it('show the watcher all streams and their consumers', async () => {
    const connection = await nats.as(watcher);
    const { streams, consumers } = await jetstreamManager(connection);
    const seen: string[] = [];
    for await (const { config } of streams.list()) seen.push(config.name);
    expect(seen.toSorted()).toEqual(expect.arrayContaining([`${namespace}-event-log`, `${namespace}-identity`]));
    expect(await consumers.list(`${namespace}-event-log`).next()).toEqual([]);
    await connection.close();
  });

  it('count requests in memory, and take no stream without a limit', async () => {
    await connected('gateway', async (own) => {
      const { streams } = await own.manager();
      const bucket = { storage: StorageType.Memory, num_replicas: 3, subjects: [`$KV.${own.bucketOf('rate')}.>`] };
      const name = `KV_${own.bucketOf('rate')}`;
      await expect(streams.add({ name, ...bucket })).rejects.toThrow('max bytes');
      const { config } = await streams.add({ name, ...bucket, max_bytes: 32 * 1_024 * 1_024 });
      expect(config.num_replicas).toBe(3);
    });
  });
});
