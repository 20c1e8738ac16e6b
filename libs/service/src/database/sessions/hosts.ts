const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;

/** The address of each host of a DATABASE_URL, which names several as `postgres://user:password@a:5432,b:5432/database`. */
export function addressesIn(url: string): string[] {
  const [, before = url, hosts = '', after = ''] = parts.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The hosts of a database, of which one takes writes. Sessions begin at the host where the last one could. */
export class Hosts {
  private index = 0;

  constructor(private readonly addresses: readonly string[]) {}

  get count(): number {
    return this.addresses.length;
  }

  get current(): string {
    return this.addresses[this.index] ?? '';
  }

  /** Goes on to the next host, unless another session has done so already. */
  leave(address: string): void {
    if (address === this.current) this.index = (this.index + 1) % this.count;
  }
}
