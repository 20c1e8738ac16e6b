import type { QueueState } from '../record/queue-state.js';

interface Place {
  cursor: number;
  /** The lane has a position of its own in the database: it has a frozen batch, waits, or is behind. */
  own: boolean;
  /** A write is under way that may take its own position away. */
  changing: boolean;
  /** Whether it has a position of its own after that write. */
  becomesOwn: boolean;
}

interface StoredLane {
  lane: number;
  behind: boolean;
  state: QueueState;
}

/**
 * The positions of the lanes of a webhook, as they are in the database. A lane without one of its own has no events left up
 * to `scanned`; so `scanned` never passes such a lane, and one lane that waits lets the others go on.
 */
export class LanePositions {
  private scanned: number;
  private readonly places: Place[];

  constructor(claim: { scanned: number | null; state: QueueState }, lanes: readonly StoredLane[]) {
    // The previous release moves the cursor only.
    this.scanned = Math.max(claim.scanned ?? 0, claim.state.cursor);
    this.places = lanes.map(({ behind, state }) => {
      const own = behind || state.batch !== null;
      return { cursor: state.cursor, own, changing: false, becomesOwn: own };
    });
  }

  startOf({ lane, state }: StoredLane): number {
    return this.places[lane]?.own ? state.cursor : Math.max(state.cursor, this.scanned);
  }

  change(lane: number, { batch }: QueueState, waits: boolean): void {
    const place = this.places[lane];
    if (place) Object.assign(place, { changing: true, becomesOwn: batch !== null || waits });
  }

  confirm(lane: number, { cursor }: QueueState): void {
    const place = this.places[lane];
    if (place) Object.assign(place, { cursor, own: place.becomesOwn, changing: false });
  }

  /** `cursors` are those in memory. Events up to `low` are delivered or set aside, in all lanes. */
  now(cursors: readonly number[]): { scanned: number; low: number } {
    const following = cursors.filter((_, lane) => !this.places[lane]?.own || this.places[lane].changing);
    if (following.length > 0) this.scanned = Math.max(this.scanned, Math.min(...following));
    const own = this.places.filter((place) => place.own).map(({ cursor }) => cursor);
    return { scanned: this.scanned, low: Math.min(this.scanned, ...own) };
  }
}
