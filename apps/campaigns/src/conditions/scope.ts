import { ConditionTooCostly } from './faults.js';

/**
 * Steps that all expressions of one campaign may spend on one event; each is worth about 50 ns, and what is charged is no
 * less than what is done. Counted work, not time: the same event gets the same verdict on every machine, in simulation as
 * in earnest.
 */
const stepsPerEvent = 100_000;
/** Characters that one step is worth where text is compared, searched or made. */
const charactersPerStep = 64;
/** To learn a time zone's rules takes that long, and whether they are known already depends on who asked before. */
const stepsPerZone = 2_000;

/** What expressions may look at, and what they may still spend. */
export class Scope {
  readonly locals: unknown[] = [];
  private left = stepsPerEvent;
  private readonly keys = new Map<object, string[]>();
  private readonly zones = new Set<string>();

  constructor(readonly variables: Readonly<Record<string, unknown>>) {}

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new ConditionTooCostly();
  }

  spendOnText(characters: number): void {
    this.spend(1 + characters / charactersPerStep);
  }

  spendOnZone(zone: string): void {
    if (this.zones.has(zone)) return;
    this.spend(stepsPerZone);
    this.zones.add(zone);
  }

  /** Gone through once each: how many there are is not known before. Together they are no more than the event is long. */
  keysOf(object: object): string[] {
    let keys = this.keys.get(object);
    if (!keys) {
      keys = Object.keys(object);
      this.keys.set(object, keys);
      this.spend(keys.length);
    }
    return keys;
  }
}

export type Run = (scope: Scope) => unknown;
