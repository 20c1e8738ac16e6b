import { isCidr, networks } from '@ces/service/egress/guard';
import { isIP } from 'node:net';

/** Tells whether an address is one of the proxies before us. */
export type IsProxy = (address: string) => boolean;

/** A network or an address. A network of all addresses is refused, because every caller could then choose an address. */
export function isProxyNetwork(text: unknown): boolean {
  return typeof text === 'string' && isCidr(text) && !/\/0+$/.test(text);
}

/**
 * For the networks that TRUST_PROXY lists. The address of a caller is the first one from the right, in X-Forwarded-For
 * and the connection, that is no proxy. An IPv4 network also holds its addresses as an IPv6 socket writes them
 * (`::ffff:10.0.0.1`).
 */
export function proxiesIn(cidrs: readonly string[]): IsProxy {
  const list = networks(cidrs);
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}
