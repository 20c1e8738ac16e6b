// Requests to addresses that clients choose (a webhook, a provider's keys) must not reach our own network. A name may have
// another address a moment later, so the check happens when a connection is made, on the very address that is used.
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { Names } from './names.js';

/** 192.0.2.0/24 or 2001:db8::/32; an address without a length is a network of one address. */
const cidrPattern = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/;

/** Parsed once per list, because every connection needs one. */
const parsed = new WeakMap<readonly string[], BlockList>();

const forbidden4 = networks([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunnels
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/** All public IPv6 of today. It excludes loopback, v4-mapped, NAT64, unique local, link-local and multicast addresses. */
const global6 = networks(['2000::/3']);

const forbidden6 = networks([
  '2001::/23', // protocol assignments, with Teredo, which carries IPv4
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries IPv4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);

const noNetworks: readonly string[] = [];
const systemNames = new Names();

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
}

export function isCidr(text: string): boolean {
  return parseCidr(text) !== undefined;
}

/** Takes `ip` as URLs and resolvers write it. Any other text is forbidden. */
export function isForbiddenAddress(ip: string, allowedCidrs: readonly string[] = noNetworks): boolean {
  const family = isIP(ip);
  // An address with a zone is local to the link.
  if (family === 0 || ip.includes('%')) return true;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  if (allowedCidrs.length > 0 && networks(allowedCidrs).check(ip, type)) return false;
  if (family === 4) return forbidden4.check(ip, type);
  return !global6.check(ip, type) || forbidden6.check(ip, type);
}

export interface EgressRules {
  /** Private networks that may be reached. */
  allow: readonly string[];
  /** Milliseconds for name, connection and TLS together. */
  connectTimeout: number;
  headersTimeout: number;
  bodyTimeout: number;
  /** Bytes of the longest answer. Without it the reader must count. */
  maxResponseSize?: number;
  httpsOnly?: boolean;
  /** Connections at once to one origin. */
  connections?: number;
  /** The system's name servers by default. */
  names?: Names;
}

/** Connects to permitted addresses only. It follows no redirect and uses no proxy. Close it at the end. */
export function guardedDispatcher(rules: EgressRules): Agent {
  const { allow, connectTimeout, headersTimeout, bodyTimeout, maxResponseSize, connections, names, httpsOnly } = rules;
  const connect = buildConnector({ timeout: connectTimeout, lookup: permittedLookup(allow, names) });
  return new Agent({
    headersTimeout,
    bodyTimeout,
    ...(maxResponseSize === undefined ? {} : { maxResponseSize }),
    ...(connections === undefined ? {} : { connections }),
    connect: (options, callback) => {
      // Node connects to a literal address without a lookup.
      const literal = literalAddress(options.hostname);
      const inClear = httpsOnly === true && options.protocol !== 'https:';
      const forbidden = literal !== undefined && isForbiddenAddress(literal, allow);
      if (inClear || forbidden) callback(refusal(options.hostname), null);
      else connect(options, callback);
    },
  });
}

/** Throws unless the host leads to a permitted address now. It throws also if the addresses cannot be found. */
export async function demandPermittedHost(
  hostname: string,
  allow: readonly string[],
  names = systemNames,
): Promise<void> {
  const literal = literalAddress(hostname);
  if (literal === undefined) await permittedAddresses(hostname, allow, names);
  else if (isForbiddenAddress(literal, allow)) throw refusal(hostname);
}

/** Node connects to the very address that this returns, so it cannot change in between. */
function permittedLookup(allow: readonly string[], names = systemNames): LookupFunction {
  return (hostname, { all }, callback) => {
    permittedAddresses(hostname, allow, names).then(
      ([first, ...others]) => {
        if (all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as Error, []);
      },
    );
  };
}

async function permittedAddresses(
  hostname: string,
  allow: readonly string[],
  names: Names,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const addresses = await names.addressesOf(hostname);
  const [first, ...others] = addresses.filter(({ address }) => !isForbiddenAddress(address, allow));
  if (!first) throw refusal(hostname);
  return [first, ...others];
}

function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

function refusal(hostname: string): ForbiddenAddress {
  return new ForbiddenAddress(`${hostname} does not lead to an address that may be reached`);
}

export function networks(cidrs: readonly string[]): BlockList {
  const known = parsed.get(cidrs);
  if (known) return known;
  const list = new BlockList();
  for (const cidr of cidrs) {
    const network = parseCidr(cidr);
    if (!network) throw new TypeError(`${cidr} is no network`);
    list.addSubnet(network.address, network.bits, network.family);
  }
  parsed.set(cidrs, list);
  return list;
}

function parseCidr(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', length] = cidrPattern.exec(text) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  if (version === 0 || bits > most) return undefined;
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}
