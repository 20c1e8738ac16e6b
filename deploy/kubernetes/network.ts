// The NetworkPolicies, as Kubernetes reads them.
import { BlockList, isIPv6 } from 'node:net';
import type { Labels, LabelSelector, Peer, PolicySpec } from './read-manifests.ts';

export interface Place {
  name: string;
  /** Undefined outside of the cluster. */
  namespace?: string;
  labels: Labels;
  address: string;
}

export interface Port {
  port: number;
  protocol: 'TCP' | 'UDP';
}

const ours = 'ces';

/** A connection is allowed if both its ends allow it. Only the pods of our namespace have policies. */
export function allows(policies: PolicySpec[], from: Place, to: Place, port: Port): boolean {
  return (
    mayPass(
      policies,
      'Egress',
      from,
      (each) => each.egress?.map(({ to: peers, ports }) => ({ peers, ports })),
      to,
      port,
    ) &&
    mayPass(
      policies,
      'Ingress',
      to,
      (each) => each.ingress?.map(({ from: peers, ports }) => ({ peers, ports })),
      from,
      port,
    )
  );
}

type Rules = { peers: Peer[]; ports: { protocol?: string; port: number; endPort?: number }[] }[];

function mayPass(
  policies: PolicySpec[],
  type: 'Ingress' | 'Egress',
  own: Place,
  rulesOf: (policy: PolicySpec) => Rules | undefined,
  other: Place,
  { port, protocol }: Port,
): boolean {
  if (own.namespace !== ours) return true;
  const mine = policies.filter((each) => each.policyTypes.includes(type) && selects(each.podSelector, own.labels));
  if (mine.length === 0) return true;
  return mine
    .flatMap((policy) => rulesOf(policy) ?? [])
    .some(
      ({ peers, ports }) =>
        peers.some((peer) => isPeer(peer, other)) &&
        ports.some(
          (each) => (each.protocol ?? 'TCP') === protocol && port >= each.port && port <= (each.endPort ?? each.port),
        ),
    );
}

function isPeer({ podSelector, namespaceSelector, ipBlock }: Peer, { namespace, labels, address }: Place): boolean {
  if (ipBlock) {
    const { cidr, except = [] } = ipBlock;
    return contains(cidr, address) && !except.some((each) => contains(each, address));
  }
  if (namespace === undefined) return false;
  const isThere = namespaceSelector
    ? selects(namespaceSelector, { 'kubernetes.io/metadata.name': namespace })
    : namespace === ours;
  return isThere && selects(podSelector ?? {}, labels);
}

const lists = new Map<string, BlockList>();

function contains(cidr: string, address: string): boolean {
  const [network = '', bits] = cidr.split('/');
  const list = lists.get(cidr) ?? new BlockList();
  if (!lists.has(cidr)) list.addSubnet(network, Number(bits), familyOf(network));
  lists.set(cidr, list);
  return familyOf(network) === familyOf(address) && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

export function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`the operator ${operator} is not read here`);
      return values.includes(labels[key] ?? '');
    })
  );
}
