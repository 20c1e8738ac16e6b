export type Lane = 'fast' | 'slow';

/** The right to have one request under way. */
export interface Pass {
  /** Whether somebody waits for it: then nobody goes twice in a row. */
  contended(): boolean;
  leave(): void;
}

interface Waiting {
  host: string;
  lane: Lane;
  enter: (pass: Pass) => void;
}

/**
 * How many requests are under way at once: in all, to one host, and to receivers that are known to be slow, which so
 * never take the place of the others. First come, first served; a webhook stands in line once, so shares are fair.
 */
export class Lanes {
  private readonly inside: Record<Lane, number> = { fast: 0, slow: 0 };
  private readonly hosts = new Map<string, number>();
  private readonly line: Waiting[] = [];
  private readonly width: Record<Lane, number>;

  constructor(
    concurrency: number,
    private readonly perHost: number,
  ) {
    const slow = Math.max(1, Math.floor(concurrency / 4));
    this.width = { slow, fast: concurrency - slow };
  }

  enter(host: string, lane: Lane): Promise<Pass> {
    return new Promise((enter) => {
      this.line.push({ host, lane, enter });
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
      this.inside[next.lane] += 1;
      this.hosts.set(next.host, (this.hosts.get(next.host) ?? 0) + 1);
      next.enter({
        contended: () => this.line.some(({ host, lane }) => host === next.host || lane === next.lane),
        leave: () => {
          this.leave(next);
        },
      });
    }
  }

  private fits({ host, lane }: Waiting): boolean {
    return this.inside[lane] < this.width[lane] && (this.hosts.get(host) ?? 0) < this.perHost;
  }

  private leave({ host, lane }: Waiting): void {
    this.inside[lane] -= 1;
    const left = (this.hosts.get(host) ?? 1) - 1;
    if (left === 0) this.hosts.delete(host);
    else this.hosts.set(host, left);
    this.admit();
  }
}
