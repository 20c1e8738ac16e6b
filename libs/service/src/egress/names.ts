// Node's dns.lookup has no deadline, and it blocks one of four threads that files and hashes need too: a few names
// whose servers do not answer would stall the whole process. Our own resolver waits on a socket, and at most 2 s.
import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

const hostsAgeMs = 5_000;
const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

interface Sources {
  /** As address or address:port; by default those of the system. */
  servers?: readonly string[];
  hostsFile?: string;
}

/** Searches the hosts file, then the name servers. Search domains are not tried, because clients give whole names. */
export class Names {
  private readonly resolver = new Resolver({ timeout: 1_000, maxTimeout: 1_000, tries: 2 });
  private readonly hostsFile: string;
  private hosts: Promise<Map<string, LookupAddress[]>> | undefined;
  private hostsReadAt = -Infinity;

  constructor({ servers, hostsFile = '/etc/hosts' }: Sources = {}) {
    this.hostsFile = hostsFile;
    if (servers) this.resolver.setServers(servers);
  }

  /** Returns at least one address. Throws with code ENOTFOUND for an unknown name, and EAI_AGAIN if no server can tell. */
  async addressesOf(hostname: string): Promise<LookupAddress[]> {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = (await this.hostsNow()).get(name);
    if (known) return known;
    if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
    const answers = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found.map(toAddress);
    throw answers.every((answer) => answer.status === 'rejected' && saysNo(answer.reason))
      ? new UnknownName(`${hostname} has no address`, 'ENOTFOUND')
      : new UnknownName(`no name server can tell the address of ${hostname}`, 'EAI_AGAIN');
  }

  private hostsNow(): Promise<Map<string, LookupAddress[]>> {
    if (!this.hosts || performance.now() - this.hostsReadAt > hostsAgeMs) {
      this.hostsReadAt = performance.now();
      this.hosts = readFile(this.hostsFile, 'utf8').then(parseHosts, () => new Map<string, LookupAddress[]>());
    }
    return this.hosts;
  }
}

class UnknownName extends Error {
  override readonly name = 'UnknownName';

  constructor(
    message: string,
    readonly code: 'ENOTFOUND' | 'EAI_AGAIN',
  ) {
    super(message);
  }
}

function saysNo(reason: unknown): boolean {
  const { code } = reason as { code?: unknown };
  return code === 'ENOTFOUND' || code === 'ENODATA';
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => each.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), toAddress(address)]);
  }
  return hosts;
}

function toAddress(address: string): LookupAddress {
  return { address, family: isIP(address) };
}
