import { ConditionTooCostly } from './faults.js';

/**
 * Steps of one evaluation; each is worth about 50 ns, so that all are spent within some 10 ms. Counted work, not time:
 * the same event gets the same verdict on every machine, in simulation as in earnest.
 */
const stepsPerEvaluation = 100_000;
/** Characters that one step is worth where text is compared, searched or made. */
const charactersPerStep = 64;

/** What an expression may look at, and what it may still spend. */
export class Scope {
  readonly locals: unknown[] = [];
  private left = stepsPerEvaluation;

  constructor(readonly variables: Readonly<Record<string, unknown>>) {}

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new ConditionTooCostly();
  }

  spendOnText(characters: number): void {
    this.spend(1 + characters / charactersPerStep);
  }
}

export type Run = (scope: Scope) => unknown;
