import { mostOfClient, mostOfHost, Places, sharesOf, type Share, type Wish } from './places.js';

export const lanes = ['fast', 'new', 'slow'] as const;
/** New: nothing has been sent there yet, so nobody knows. */
export type Lane = (typeof lanes)[number];

/** A receiver that takes longer is delivered to in the lane of the slow ones. */
export const slowMs = 1_000;

export function laneOf(lastMs: number | null): Lane {
  if (lastMs === null) return 'new';
  return lastMs >= slowMs ? 'slow' : 'fast';
}

/** The right to have one request under way. */
export interface Pass {
  readonly lane: Lane;
  /** Whether somebody waits who could go instead: then nobody goes twice in a row. */
  contended(): boolean;
  leave(): void;
}

interface Waiting {
  lane: Lane;
  shares: Share[];
  enter: (pass: Pass) => void;
}

/**
 * How many requests are under way at once: in all, to one host, of one client, of one client to one host, and to receivers
 * that are known to be slow, which so never take the place of the others. Those of which nothing is known may have a part
 * of the fast lane. First come, first served; a webhook stands in line once, so shares are fair.
 */
export class Lanes {
  readonly width: Readonly<Record<Lane, number>>;
  private readonly places = new Places();
  private readonly line: Waiting[] = [];

  constructor(
    concurrency: number,
    private readonly perHost: number,
  ) {
    const quarter = Math.max(1, Math.floor(concurrency / 4));
    this.width = { fast: concurrency - quarter, new: quarter, slow: quarter };
  }

  enter(wish: Wish): Promise<Pass> {
    return new Promise((enter) => {
      this.line.push({ lane: wish.lane, shares: this.shares(wish), enter });
      this.admit();
    });
  }

  private admit(): void {
    for (let i = 0; i < this.line.length;) {
      const next = this.line[i];
      if (!next || !this.places.fits(next.shares)) {
        i += 1;
        continue;
      }
      this.line.splice(i, 1);
      this.places.take(next.shares);
      next.enter({
        lane: next.lane,
        contended: () => this.wouldLetIn(next),
        leave: () => {
          this.places.free(next.shares);
          this.admit();
        },
      });
    }
  }

  private wouldLetIn(leaving: Waiting): boolean {
    if (this.line.length === 0) return false;
    this.places.free(leaving.shares);
    const somebody = this.line.some(({ shares }) => this.places.fits(shares));
    this.places.take(leaving.shares);
    return somebody;
  }

  private shares(wish: Wish): Share[] {
    const { lane, host } = wish;
    const shares = [...sharesOf(wish, this.width[lane]), { key: `host ${host}`, most: this.perHost }];
    const ofFast = lane === 'new' ? [{ key: 'fast', most: this.width.fast }] : [];
    return [...shares, ...this.sharesAtHost(wish), ...ofFast];
  }

  /** A quarter of a host is kept for its other clients, and some of what a client has for its fast receivers there. */
  private sharesAtHost({ lane, client, host }: Wish): Share[] {
    const all = { key: `client ${client} at ${host}`, most: mostOfHost(this.perHost) };
    return lane === 'fast' ? [all] : [all, { key: `${all.key}, not fast`, most: mostOfClient(this.perHost) }];
  }
}
