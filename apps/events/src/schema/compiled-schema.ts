import { type CompiledSchema as Compiled, interpret } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import { JUDGEMENT_LIMITS, type Limits, withinBudget } from './budget.js';
import { FaultCollector } from './fault-collector.js';
import type { Fault } from './faults.js';
import type { Json } from './json.js';

/** An accepted event definition, ready to judge data. It has no connection to any other definition. */
export class CompiledSchema {
  readonly #compiled: Compiled;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
  }

  /** Whether the data, as `parseExact` returned it, is valid. Throws `JudgementTooCostly` rather than hold the thread. */
  isValid(value: unknown, limits: Limits = JUDGEMENT_LIMITS): boolean {
    return withinBudget(limits, () => interpret(this.#compiled, Instance.fromJs(value as Json), 'FLAG').valid);
  }

  /** Every fault of the data, at most 100; none if it is valid. Throws `JudgementTooCostly` too. */
  judge(value: unknown, limits: Limits = JUDGEMENT_LIMITS): Fault[] {
    return this.isValid(value, limits) ? [] : this.#faults(value, limits);
  }

  #faults(value: unknown, limits: Limits): Fault[] {
    const collector = new FaultCollector();
    const options = { outputFormat: 'FLAG' as const, plugins: [collector] };
    withinBudget(limits, () => interpret(this.#compiled, Instance.fromJs(value as Json), options));
    return collector.faults;
  }
}
