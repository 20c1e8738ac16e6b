import type { Lane } from './lanes.js';

/** Who wants a place, and where. */
export interface Wish {
  lane: Lane;
  client: string;
  /** Without a port: whoever has many has one machine all the same. */
  host: string;
}

/** Some of the places there are, and how many. */
export interface Share {
  key: string;
  most: number;
}

/** A lane, or what one client or one host may have of it. */
export interface LaneShare extends Share {
  lane: Lane;
  of: 'all' | 'client' | 'host';
  who: string;
}

/** A client has half of a lane, a host three quarters: of several places neither has all. In all lanes see `Lanes`. */
export function sharesOf({ lane, client, host }: Wish, places: number): LaneShare[] {
  return [
    { key: lane, lane, of: 'all', who: '', most: places },
    { key: `client ${lane} ${client}`, lane, of: 'client', who: client, most: mostOfClient(places) },
    { key: `host ${lane} ${host}`, lane, of: 'host', who: host, most: mostOfHost(places) },
  ];
}

export function mostOfClient(places: number): number {
  return Math.ceil(places / 2);
}

export function mostOfHost(places: number): number {
  return Math.max(1, Math.floor((places * 3) / 4));
}

/** Counts. A place is one of several shares at once. */
export class Places<S extends Share> {
  private readonly inUse = new Map<string, { share: S; taken: number }>();

  /** Of which some are taken. */
  get shares(): S[] {
    return [...this.inUse.values()].map(({ share }) => share);
  }

  left({ key, most }: Share): number {
    return most - (this.inUse.get(key)?.taken ?? 0);
  }

  fits(shares: S[]): boolean {
    return shares.every((share) => this.left(share) > 0);
  }

  take(shares: S[]): void {
    for (const share of shares) {
      const taken = (this.inUse.get(share.key)?.taken ?? 0) + 1;
      this.inUse.set(share.key, { share, taken });
    }
  }

  free(shares: S[]): void {
    for (const { key } of shares) {
      const used = this.inUse.get(key);
      if (!used || used.taken === 1) this.inUse.delete(key);
      else used.taken -= 1;
    }
  }
}
