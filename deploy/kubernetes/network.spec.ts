import { isForbiddenAddress } from '@ces/service/egress/guard';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { allows, selects, type Place } from './network.ts';
import { environmentOf } from './pod-environment.ts';
import { pods, specsOf, type PolicySpec } from './read-manifests.ts';

const root = resolve(import.meta.dirname, '../..');
const policies = Object.values(specsOf('NetworkPolicy'));
const all = pods();

/** Pods that operators and charts make, with the labels that they give them. */
const infrastructure: Record<string, Record<string, string>> = {
  nats: {
    'app.kubernetes.io/name': 'nats',
    'app.kubernetes.io/instance': 'nats',
    'app.kubernetes.io/component': 'nats',
  },
  'nats-box': {
    'app.kubernetes.io/name': 'nats',
    'app.kubernetes.io/instance': 'nats',
    'app.kubernetes.io/component': 'nats-box',
  },
  postgres: { 'cnpg.io/cluster': 'postgres', 'cnpg.io/podRole': 'instance' },
  'postgres-join': { 'cnpg.io/cluster': 'postgres', 'cnpg.io/jobRole': 'join' },
  pooler: { 'cnpg.io/cluster': 'postgres', 'cnpg.io/podRole': 'pooler', 'cnpg.io/poolerName': 'postgres-pooler' },
  stranger: { 'app.kubernetes.io/name': 'stranger' },
};
const labelsOf = {
  ...Object.fromEntries(Object.entries(all).map(([name, { metadata }]) => [name, metadata.labels])),
  ...infrastructure,
};
const ourPods: Place[] = Object.entries(labelsOf).map(([name, labels], index) => {
  return { name, namespace: 'ces', labels, address: `10.244.0.${index + 1}` };
});
const elsewhere: Place[] = [
  { name: 'edge', namespace: 'edge', labels: {}, address: '10.244.1.1' },
  { name: 'monitoring', namespace: 'monitoring', labels: {}, address: '10.244.1.2' },
  { name: 'operator', namespace: 'cnpg-system', labels: {}, address: '10.244.1.3' },
  { name: 'names', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' }, address: '10.244.1.4' },
  { name: 'other', namespace: 'default', labels: { 'app.kubernetes.io/component': 'server' }, address: '10.244.1.5' },
  { name: 'private', labels: {}, address: '172.20.0.9' },
  { name: 'metadata', labels: {}, address: '169.254.169.254' },
  { name: 'internet', labels: {}, address: '93.184.215.14' },
  { name: 'internet6', labels: {}, address: '2606:2800:21f::1' },
];
const listening: Record<string, number[]> = {
  nats: [4_222, 6_222, 7_777, 8_222],
  postgres: [5_432, 8_000, 9_187],
  pooler: [5_432, 9_127],
  stranger: [8_080],
  names: [53],
  other: [80],
  private: [25, 80, 443, 465, 587, 6_443, 8_443],
  metadata: [80, 443],
  internet: [25, 80, 443, 465, 587, 6_443, 8_443],
  internet6: [443],
};

/** All connections that the policies allow, as `from → to:port`. */
function allowed(rules: PolicySpec[]): string[] {
  const found: string[] = [];
  for (const from of [...ourPods, ...elsewhere])
    for (const to of [...ourPods, ...elsewhere]) {
      if (from.namespace !== 'ces' && to.namespace !== 'ces') continue;
      const ports = listening[to.name] ?? all[to.name]?.spec.containers[0].ports?.map((each) => each.containerPort);
      for (const port of ports ?? [])
        if (allows(rules, from, to, { port, protocol: 'TCP' })) found.push(`${from.name} → ${to.name}:${port}`);
    }
  return found.toSorted();
}

/** The connections of apps, by their settings and sources. */
function usedByApps(): string[] {
  return Object.entries(all).flatMap(([name, { metadata, spec }]) => {
    const { values } = environmentOf(spec.containers[0]);
    const isServer = metadata.labels['app.kubernetes.io/component'] === 'server';
    const urls = [
      values['DATABASE_URL'],
      values['PROBE_URL'],
      values['PGHOST'] && `postgres://${values['PGHOST']}:5432`,
    ];
    // A command needs the database only; the probe needs a gateway only.
    if (isServer) urls.push(values['NATS_URL'], values['IDENTITY_URL']);
    const edges = urls.flatMap((list) => list?.split(',') ?? []).map(addressOf);
    // The address of the mail server is a secret. It stands somewhere, at a port for mails.
    if (isServer && 'SMTP_URL' in values)
      edges.push(...[25, 465, 587].flatMap((port) => [`private:${port}`, `internet:${port}`]));
    if (isServer && asksOthers(name)) {
      edges.push(...(listening['internet'] ?? []).map((port) => `internet:${port}`));
      edges.push('internet6:443');
    }
    return [...new Set(edges)].map((to) => `${name} → ${to}`);
  });
}

/** True of apps that send requests to addresses which clients or providers choose. */
function asksOthers(app: string): boolean {
  const files = globSync(`apps/${app}/src/**/*.ts`, { cwd: root, exclude: ['**/*.spec.ts'] });
  return files.some((file) => readFileSync(resolve(root, file), 'utf8').includes('guardedDispatcher('));
}

/** The pod behind an address, and the port. */
function addressOf(url: string): string {
  const [, host = '', port] = /^\w+:\/\/(?:.*@)?([\w.-]+):(\d+)/.exec(url) ?? [];
  const service = specsOf('Service')[host];
  const pod = Object.entries(labelsOf).find(
    ([, labels]) => service && selects({ matchLabels: service.selector }, labels),
  );
  return `${pod?.[0] ?? podOfOperator(host)}:${port}`;
}

function podOfOperator(host: string): string {
  if (host in specsOf('Pooler')) return 'pooler';
  if (host.replace(/-rw$/, '') in specsOf('Cluster')) return 'postgres';
  if (/^nats-\d\.nats-headless$/.test(host)) return 'nats';
  throw new Error(`no pod answers at ${host}`);
}

const servers = Object.keys(specsOf('Deployment'));
const cluster = ['postgres', 'postgres-join', 'pooler'];
const toKubernetesAndBackups = ['private:443', 'private:6443', 'internet:443', 'internet:6443', 'internet6:443'];
/** All other connections, and why they are needed. */
const usedByOthers = [
  'edge → gateway:3000', // requests of the world
  ...servers.map((app) => `monitoring → ${app}:9464`),
  'monitoring → nats:7777',
  'monitoring → postgres:9187',
  'monitoring → pooler:9127',
  'nats → nats:6222', // routes
  'nats-box → nats:4222', // the commands of the runbooks
  ...cluster.map((pod) => `${pod} → postgres:5432`), // standbys stream, and the pooler passes on
  'postgres → postgres:8000', // instances ask each other for their state
  'operator → postgres:5432',
  'operator → postgres:8000',
  // Instance managers talk to the API server, whose address nobody knows here; backups go to a store.
  ...cluster.flatMap((pod) => toKubernetesAndBackups.map((to) => `${pod} → ${to}`)),
  ...ourPods.map(({ name }) => `${name} → names:53`),
];

describe('the NetworkPolicies', () => {
  const used = [...usedByApps(), ...usedByOthers].toSorted();
  const difference = (rules: PolicySpec[]) => {
    const found = allowed(rules);
    const superfluous = found.filter((edge) => !used.includes(edge));
    return { superfluous, missing: used.filter((edge) => !found.includes(edge)) };
  };

  it('allow what the apps and servers use, and nothing else', () => {
    expect(difference(policies)).toEqual({ superfluous: [], missing: [] });
  });

  it('would be found too wide: a peer or a port too many', () => {
    const planted: PolicySpec = {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'cards' } },
      policyTypes: ['Egress'],
      egress: [{ to: [{ podSelector: {} }], ports: [{ port: 4_222, endPort: 8_222 }] }],
    };
    // Both ends must allow a connection.
    expect(difference([...policies, planted]).superfluous).toEqual([]);
    const open: PolicySpec = {
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'nats' } },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 8_222 }] }],
    };
    expect(difference([...policies, planted, open])).toEqual({
      superfluous: ['cards → nats:8222', 'cards-migrate → nats:8222'],
      missing: [],
    });
  });

  it.each(Object.keys(specsOf('NetworkPolicy')))('would be found wanting without %s', (name) => {
    const others = Object.entries(specsOf('NetworkPolicy')).filter(([each]) => each !== name);
    const { superfluous, missing } = difference(others.map(([, policy]) => policy));
    if (name === 'default-deny') expect(superfluous).toContain('other → stranger:8080');
    else expect(missing).not.toEqual([]);
  });

  it('keep webhooks only from addresses that the service refuses itself', () => {
    const blocks = specsOf('NetworkPolicy')['to-internet']?.egress?.flatMap(({ to }) =>
      to.map(({ ipBlock }) => ipBlock),
    );
    const kept = blocks?.flatMap((block) => block?.except ?? []) ?? [];
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.filter((network) => !isForbiddenAddress(network.replace(/\/\d+$/, '')))).toEqual([]);
  });

  it('keep the name server open over UDP', () => {
    const names = elsewhere.find(({ name }) => name === 'names');
    for (const pod of ourPods) expect(names && allows(policies, pod, names, { port: 53, protocol: 'UDP' })).toBe(true);
  });
});
