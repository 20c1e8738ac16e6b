// The values for NATS's chart, and the configuration that the chart makes of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, 'production/nats');

type Tree = Record<string, unknown>;

interface FromSecret {
  valueFrom: { secretKeyRef: { name: string; key: string } };
}

export interface NatsValues {
  config: {
    cluster: { enabled: boolean; replicas: number; noAdvertise: boolean; merge: Tree };
    jetstream: {
      fileStore: { maxSize: string; pvc: { size: string } };
      memoryStore: { enabled: boolean; maxSize: string };
    };
    merge: {
      max_payload: string;
      accounts: {
        CES: {
          jetstream: { max_file: string; max_mem: string; max_bytes_required: boolean };
          users: { user: string; password: string; permissions: object }[];
        };
      };
    } & Tree;
  };
  container: { env: Record<string, FromSecret> };
  natsBox: {
    enabled: boolean;
    contexts: { default: { merge: { inbox_prefix: string } } };
    container: { env: { NATS_USER: string; NATS_PASSWORD: FromSecret } };
  };
}

/** As helm reads them: the second file on top of the first. */
export function natsValues(): NatsValues {
  const [values, accounts] = ['values.yaml', 'accounts.json'].map(
    (file) => parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as Tree,
  );
  return merged(values ?? {}, accounts ?? {}) as unknown as NatsValues;
}

function merged(below: Tree, above: Tree): Tree {
  const both = Object.entries(above).map(([key, value]) => {
    const under = below[key];
    return [key, isTree(value) && isTree(under) ? merged(under, value) : value] as const;
  });
  return { ...below, ...Object.fromEntries(both) };
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Node {
  name: string;
  port: number;
  clusterPort: number;
  dataDir: string;
}

/** The file nats.conf of one node, with its own ports and folder in place of the container's. */
export function natsConf({ config }: NatsValues, own: Node, nodes: Node[]): string {
  const { cluster, jetstream, merge } = config;
  const conf = {
    server_name: own.name,
    listen: `127.0.0.1:${own.port}`,
    lame_duck_grace_period: '10s',
    lame_duck_duration: '30s',
    cluster: {
      name: 'nats',
      listen: `127.0.0.1:${own.clusterPort}`,
      no_advertise: cluster.noAdvertise,
      routes: nodes.map(({ clusterPort }) => `nats://127.0.0.1:${clusterPort}`),
      ...cluster.merge,
    },
    jetstream: {
      store_dir: own.dataDir,
      max_file_store: `<< ${jetstream.fileStore.maxSize} >>`,
      max_memory_store: jetstream.memoryStore.enabled ? `<< ${jetstream.memoryStore.maxSize} >>` : 0,
    },
    ...merge,
  };
  return JSON.stringify(conf, undefined, 2).replace(/"<< (.*?) >>"/g, '$1');
}
