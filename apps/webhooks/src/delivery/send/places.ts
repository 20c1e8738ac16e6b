import type { Pace } from './pace.js';

export interface Wish {
  pace: Pace;
  client: string;
  /** The host without its port: all its ports count as one machine. */
  host: string;
}

export interface Share {
  key: string;
  most: number;
}

/** The places of a pace, or the part of them that one client or one host may take. */
export interface PaceShare extends Share {
  pace: Pace;
  of: 'all' | 'client' | 'host';
  holder: string;
}

/** A client may take half of the places of a pace, and a host three quarters, so neither takes all places. `Admission` limits them across paces. */
export function sharesOf({ pace, client, host }: Wish, places: number): PaceShare[] {
  return [
    { key: pace, pace, of: 'all', holder: '', most: places },
    { key: `client ${pace} ${client}`, pace, of: 'client', holder: client, most: mostOfClient(places) },
    { key: `host ${pace} ${host}`, pace, of: 'host', holder: host, most: mostOfHost(places) },
  ];
}

export function mostOfClient(places: number): number {
  return Math.ceil(places / 2);
}

export function mostOfHost(places: number): number {
  return Math.max(1, Math.floor((places * 3) / 4));
}

/** Counts the taken places of each share. One place belongs to several shares at once. */
export class Places<S extends Share> {
  private readonly inUse = new Map<string, { share: S; taken: number }>();

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
