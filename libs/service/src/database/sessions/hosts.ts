const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;

/** The address of each host of a DATABASE_URL, which names several as `postgres://user:password@a:5432,b:5432/database`. */
export function addressesIn(url: string): string[] {
  const [, before = url, hosts = '', after = ''] = parts.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The hosts of one database. Only one takes writes. A session begins at the host where the last one could begin. */
export class Hosts {
  private index = 0;

  constructor(private readonly addresses: readonly string[]) {}

  get count(): number {
    return this.addresses.length;
  }

  get current(): string {
    return this.addresses[this.index] ?? '';
  }

  /** Does nothing if another session has already left this host. */
  leave(address: string): void {
    if (address === this.current) this.index = (this.index + 1) % this.count;
  }
}
