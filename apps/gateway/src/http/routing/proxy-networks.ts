import { isCidr, networks } from '@ces/service/egress/guard';
import { isIP } from 'node:net';

export type IsProxy = (address: string) => boolean;

/** Accepts a network or an address, but not the network of all addresses: every caller could then choose its address. */
export function isProxyNetwork(text: unknown): boolean {
  return typeof text === 'string' && isCidr(text) && !/\/0+$/.test(text);
}

/**
 * Makes `IsProxy` of the networks in TRUST_PROXY. The caller's address is the first one from the right, in X-Forwarded-For
 * and the connection, that is no proxy. An IPv4 network also contains the spelling of an IPv6 socket (`::ffff:10.0.0.1`).
 */
export function proxiesIn(cidrs: readonly string[]): IsProxy {
  const list = networks(cidrs);
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
