import { type CompiledSchema as Compiled, interpret } from '@hyperjump/json-schema/experimental';
import * as Instance from '@hyperjump/json-schema/instance/experimental';
import { VALIDATION_LIMITS, type Limits, withinBudget } from '../budget.js';
import { FaultCollector } from './fault-collector.js';
import type { Fault } from '../faults.js';
import type { Json } from '../json.js';

/** A compiled definition has no connection to any other. */
export class CompiledSchema {
  readonly #compiled: Compiled;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
  }

  /** Checks data that `parseExact` returned. Throws `ValidationTooCostly` before it holds the thread for too long. */
  isValid(value: unknown, limits: Limits = VALIDATION_LIMITS): boolean {
    return withinBudget(limits, () => this.#isValid(Instance.fromJs(value as Json)));
  }

  /** Returns every fault of the data, at most 100; none if it is valid. Throws `ValidationTooCostly` like `isValid`. */
  validate(value: unknown, limits: Limits = VALIDATION_LIMITS): Fault[] {
    return withinBudget(limits, () => {
      const instance = Instance.fromJs(value as Json);
      return this.#isValid(instance) ? [] : this.#faults(instance);
    });
  }

  #isValid(instance: Instance.JsonNode): boolean {
    return interpret(this.#compiled, instance, 'FLAG').valid;
  }

  #faults(instance: Instance.JsonNode): Fault[] {
    const collector = new FaultCollector();
    interpret(this.#compiled, instance, { outputFormat: 'FLAG', plugins: [collector] });
    return collector.faults;
  }
}
