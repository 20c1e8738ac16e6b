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

export interface Wish {
  /** Without a port: whoever has many has one machine all the same. */
  host: string;
  client: string;
  lane: Lane;
}

interface Waiting extends Wish {
  enter: (pass: Pass) => void;
}

/**
 * How many requests are under way at once: in all, to one host, of one client, and to receivers that are known to be slow,
 * which so never take the place of the others. Those of which nothing is known may have a part of the fast lane. First
 * come, first served; a webhook stands in line once, so shares are fair.
 */
export class Lanes {
  readonly width: Readonly<Record<Lane, number>>;
  private readonly inside = new Map<string, number>();
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
      this.line.push({ ...wish, enter });
      this.admit();
    });
  }

  private admit(): void {
    for (let i = 0; i < this.line.length;) {
      const next = this.line[i];
      if (!next || !this.fits(next)) {
        i += 1;
        continue;
      }
      this.line.splice(i, 1);
      this.count(next, 1);
      next.enter({
        lane: next.lane,
        contended: () => this.wouldLetIn(next),
        leave: () => {
          this.count(next, -1);
          this.admit();
        },
      });
    }
  }

  private wouldLetIn(leaving: Wish): boolean {
    if (this.line.length === 0) return false;
    this.count(leaving, -1);
    const somebody = this.line.some((each) => this.fits(each));
    this.count(leaving, 1);
    return somebody;
  }

  private fits(wish: Wish): boolean {
    return this.shares(wish).every(([key, most]) => (this.inside.get(key) ?? 0) < most);
  }

  private count(wish: Wish, by: 1 | -1): void {
    for (const [key] of this.shares(wish)) {
      const now = (this.inside.get(key) ?? 0) + by;
      if (now === 0) this.inside.delete(key);
      else this.inside.set(key, now);
    }
  }

  /** What somebody takes a place of, and how many places that has. */
  private shares({ host, client, lane }: Wish): [key: string, most: number][] {
    const ofClient: [string, number] = [`client ${lane} ${client}`, Math.ceil(this.width[lane] / 2)];
    const shares: [string, number][] = [[lane, this.width[lane]], [`host ${host}`, this.perHost], ofClient];
    return lane === 'new' ? [...shares, ['fast', this.width.fast]] : shares;
  }
}
