// Runs expressions of conditions, for specs of their meaning and of their cost.
import { typeOfSchema } from '@ces/contracts/events/schema-types';
import { compileExpression } from '../src/conditions/compile.js';
import { variablesWith } from '../src/conditions/environment.js';
import { ConditionFault, ConditionRefused } from '../src/conditions/faults.js';
import { Scope } from '../src/conditions/scope.js';

const integers = { type: 'array', items: { type: 'integer' } };
const schema = {
  type: 'object',
  properties: {
    ...{ n: { type: 'integer' }, m: { type: 'integer' }, d: { type: 'number' }, s: { type: 'string' } },
    ...{ t: { type: 'string' }, b: { type: 'boolean' }, list: integers, other: integers, any: {} },
    ...{ o: { type: 'object' }, p: { type: 'object' }, tags: { type: 'array', items: { type: 'string' } } },
  },
};
const variables = variablesWith(typeOfSchema(schema));

/** Counts what expressions spend. */
class Spending extends Scope {
  spent = 0;

  override spend(steps: number): void {
    this.spent += steps;
    super.spend(steps);
  }
}

function scopeOf(event: object): Spending {
  return new Spending({ event, user: { id: 'u' }, card: null, now: Date.parse('2026-11-21T09:30:15.500Z') });
}

/** The result of the expression, or what it says of its fault. */
export function resultOf(text: string, event: object = {}): unknown {
  try {
    return compileExpression(text, variables).run(scopeOf(event));
  } catch (error) {
    if (error instanceof ConditionFault) return `fault: ${error.message}`;
    throw error;
  }
}

/** Why the expression is refused. */
export function refusalOf(text: string): string {
  try {
    compileExpression(text, variables);
  } catch (error) {
    if (error instanceof ConditionRefused) return error.message;
    throw error;
  }
  throw new Error(`${text} is not refused`);
}

export function kindOf(text: string): string {
  return compileExpression(text, variables).type.kind;
}

/** The steps that the expression spends. */
export function costOf(text: string, event: object = {}): number {
  const scope = scopeOf(event);
  compileExpression(text, variables).run(scope);
  return scope.spent;
}
