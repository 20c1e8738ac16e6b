/** `refused`: nothing listened. `cut`: the connection ended before the whole answer. */
export type Outcome =
  | { kind: 'accepted'; id: string; replayed: boolean }
  | { kind: 'unavailable' }
  | { kind: 'refused'; what: string }
  | { kind: 'cut'; what: string }
  | { kind: 'wrong'; what: string };

export interface Attempt {
  begun: number;
  ended: number;
  outcome: Outcome;
}

export interface Accepted {
  key: string;
  id: string;
  at: number;
}

/** The checks compare requests and answers with the databases. */
export class Ledger {
  readonly attempts: Attempt[] = [];
  readonly sent = new Set<string>();
  readonly accepted = new Map<string, Accepted>();
  readonly contradictions: string[] = [];
  replays = 0;

  record(key: string, attempt: Attempt): void {
    this.attempts.push(attempt);
    this.sent.add(key);
    const { outcome, ended } = attempt;
    if (outcome.kind !== 'accepted') return;
    const before = this.accepted.get(key);
    if (!before) this.accepted.set(key, { key, id: outcome.id, at: ended });
    else if (before.id !== outcome.id) this.contradictions.push(`${key}: ${before.id}, then ${outcome.id}`);
    else if (!outcome.replayed) this.contradictions.push(`${key}: answered again as if it were new`);
    else this.replays += 1;
  }

  endedSince(time: number): Attempt[] {
    // Attempts are recorded at their end, so the newest are last.
    const before = this.attempts.findLastIndex((each) => each.ended < time);
    return this.attempts.slice(before + 1);
  }

  count(kind: Outcome['kind']): number {
    return this.attempts.filter(({ outcome }) => outcome.kind === kind).length;
  }
}

export const isFailure = ({ outcome }: Attempt): boolean => outcome.kind !== 'accepted';
