// The manifests that `kubectl kustomize deploy/kubernetes/production` makes. production.rendered.yaml keeps them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export type Labels = Record<string, string>;

export interface LabelSelector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

export interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
}

export interface KeyRef {
  name: string;
  key: string;
  /** The pod starts without this key, too. */
  optional?: boolean;
}

export interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: KeyRef; configMapKeyRef?: KeyRef };
}

export interface Container {
  name: string;
  image: string;
  args: string[];
  env?: Variable[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  resources: { requests: Labels; limits: Labels };
  securityContext: object;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
}

export interface Pod {
  metadata: { labels: Labels };
  spec: {
    containers: [Container];
    terminationGracePeriodSeconds?: number;
    topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string; matchLabelKeys: string[] }[];
    automountServiceAccountToken: boolean;
    enableServiceLinks: boolean;
    securityContext: object;
  };
}

export interface Peer {
  podSelector?: LabelSelector;
  namespaceSelector?: LabelSelector;
  ipBlock?: { cidr: string; except?: string[] };
}

interface PortRule {
  protocol?: string;
  port: number;
  endPort?: number;
}

export interface PolicySpec {
  podSelector: LabelSelector;
  policyTypes: ('Ingress' | 'Egress')[];
  ingress?: { from: Peer[]; ports: PortRule[] }[];
  egress?: { to: Peer[]; ports: PortRule[] }[];
}

interface Specs {
  Deployment: {
    replicas?: number;
    selector: LabelSelector;
    strategy: { rollingUpdate: { maxSurge: number; maxUnavailable: number } };
    template: Pod;
  };
  Job: { template: Pod; backoffLimit: number; ttlSecondsAfterFinished: number };
  CronJob: {
    schedule: string;
    concurrencyPolicy: string;
    jobTemplate: { spec: { template: Pod; backoffLimit: number; activeDeadlineSeconds: number } };
  };
  Service: { selector: Labels; ports: { port: number; targetPort: string }[] };
  PodDisruptionBudget: { maxUnavailable: number; selector: LabelSelector };
  NetworkPolicy: PolicySpec;
  HorizontalPodAutoscaler: { scaleTargetRef: { name: string }; minReplicas: number; maxReplicas: number };
  ScaledObject: {
    scaleTargetRef: { name: string };
    minReplicaCount: number;
    maxReplicaCount: number;
    triggers: { type: string; metricType: string; metadata: Labels }[];
  };
  PodMonitor: { selector: LabelSelector; podMetricsEndpoints: { port: string }[] };
  Cluster: {
    instances: number;
    postgresql: { parameters: Labels; synchronous: { number: number; dataDurability: string } };
    managed: { roles: { name: string; passwordSecret: { name: string } }[] };
    plugins: { name: string; isWALArchiver: boolean; parameters: Labels }[];
  };
  Pooler: { cluster: { name: string }; instances: number; pgbouncer: { poolMode: string; parameters: Labels } };
  ObjectStore: { configuration: { s3Credentials: Record<string, KeyRef> } };
  ScheduledBackup: { cluster: { name: string }; method: string; pluginConfiguration: { name: string } };
}

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string };
  spec?: unknown;
  data?: Labels;
}

const file = join(import.meta.dirname, 'production.rendered.yaml');
const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest);

/** The specs of all manifests of a kind, by their names. */
export function specsOf<Kind extends keyof Specs>(kind: Kind): Record<string, Specs[Kind]> {
  return Object.fromEntries(named(kind).map(({ metadata, spec }) => [metadata.name, spec as Specs[Kind]]));
}

/** The data of all ConfigMaps, by their names. */
export function configMaps(): Record<string, Labels> {
  return Object.fromEntries(named('ConfigMap').map(({ metadata, data = {} }) => [metadata.name, data]));
}

/** The pods of Deployments, Jobs and CronJobs, by the names of these. */
export function pods(): Record<string, Pod> {
  const repeated = Object.entries(specsOf('CronJob')).map(
    ([name, { jobTemplate }]) => [name, jobTemplate.spec] as const,
  );
  const of = { ...specsOf('Deployment'), ...specsOf('Job'), ...Object.fromEntries(repeated) };
  return Object.fromEntries(Object.entries(of).map(([name, { template }]) => [name, template]));
}

function named(kind: string): Manifest[] {
  return manifests.filter((each) => each.kind === kind);
}
