import { ConditionTooCostly } from './faults.js';

/**
 * The budget of all expressions of one campaign about one event, in steps of about 50 ns. Steps are counted instead of time,
 * so that every machine and every simulation reaches the same verdict.
 */
const stepsPerEvent = 100_000;
/** Comparing, searching or making this many characters costs one step. */
const charactersPerStep = 64;
/** The cost of reading the rules of a time zone. It is charged even if they are cached, so that all replicas agree. */
const stepsPerZone = 2_000;

export class Scope {
  readonly locals: unknown[] = [];
  private left = stepsPerEvent;
  // Made when they are needed: there is a scope for each event and campaign.
  private keys: Map<object, string[]> | undefined;
  private zones: Set<string> | undefined;

  constructor(readonly variables: Readonly<Record<string, unknown>>) {}

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new ConditionTooCostly();
  }

  spendOnText(characters: number): void {
    this.spend(1 + characters / charactersPerStep);
  }

  spendOnZone(zone: string): void {
    if (this.zones?.has(zone)) return;
    this.spend(stepsPerZone);
    (this.zones ??= new Set()).add(zone);
  }

  /** Charges once per object. All keys together are no longer than the event. */
  keysOf(object: object): string[] {
    let keys = this.keys?.get(object);
    if (!keys) {
      keys = Object.keys(object);
      (this.keys ??= new Map<object, string[]>()).set(object, keys);
      this.spend(keys.length);
    }
    return keys;
  }
}

export type Evaluate = (scope: Scope) => unknown;
