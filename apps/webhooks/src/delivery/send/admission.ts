import type { Pace } from './pace.js';
import { mostOfClient, mostOfHost, Places, sharesOf, type Share, type Wish } from './places.js';

/** The right to have one request under way. */
export interface Pass {
  readonly pace: Pace;
  /** True if a waiting webhook could enter instead; then this one must not enter twice in a row. */
  contended(): boolean;
  leave(): void;
}

interface Waiting {
  pace: Pace;
  shares: Share[];
  enter: (pass: Pass) => void;
}

/**
 * Limits the requests under way: in all, per host, per client, per client and host, and for slow receivers, which never
 * take the places of others. New receivers may take a part of the places of fast ones. Webhooks enter in the order of arrival and
 * wait once each, so shares are fair.
 */
export class Admission {
  readonly width: Readonly<Record<Pace, number>>;
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
      this.line.push({ pace: wish.pace, shares: this.sharesFor(wish), enter });
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
        pace: next.pace,
        contended: () => this.wouldAdmitAnother(next),
        leave: () => {
          this.places.free(next.shares);
          this.admit();
        },
      });
    }
  }

  private wouldAdmitAnother(leaving: Waiting): boolean {
    if (this.line.length === 0) return false;
    this.places.free(leaving.shares);
    const fits = this.line.some(({ shares }) => this.places.fits(shares));
    this.places.take(leaving.shares);
    return fits;
  }

  private sharesFor(wish: Wish): Share[] {
    const { pace, host } = wish;
    const shares = [...sharesOf(wish, this.width[pace]), { key: `host ${host}`, most: this.perHost }];
    const ofFast = pace === 'new' ? [{ key: 'fast', most: this.width.fast }] : [];
    return [...shares, ...this.sharesAtHost(wish), ...ofFast];
  }

  /** Keeps a quarter of a host for its other clients, and some of a client's places there for its fast receivers. */
  private sharesAtHost({ pace, client, host }: Wish): Share[] {
    const all = { key: `client ${client} at ${host}`, most: mostOfHost(this.perHost) };
    return pace === 'fast' ? [all] : [all, { key: `${all.key}, not fast`, most: mostOfClient(this.perHost) }];
  }
}
