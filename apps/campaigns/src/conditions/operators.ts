import type { Kind, Type } from '@ces/contracts/events/schema-types';
import { ConditionFault } from './faults.js';
import type { Evaluate, Scope } from './scope.js';
import { bool, double, duration, int, isNumeric, refuse, string, timestamp, type Place, type Typed } from './typed.js';
import { asBool, asInt, asNumber, asText, compare, equal, isObject, kindName } from './values.js';

type Calculation = (a: number, b: number) => number;

const calculations: Record<string, Calculation> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

const comparisons: Record<string, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

export function compileBinary(op: string, left: Typed, right: Typed, place: Place): Typed {
  const order = comparisons[op];
  if (order) return compileComparison(op, order, left, right, place);
  if (op === '==' || op === '!=') return compileEquality(op, left, right, place);
  if (op === 'in') return compileMembership(left, right, place);
  const calculation = calculations[op];
  if (calculation) return compileCalculation(op, calculation, left, right, place);
  refuse(place, `the operator ${op} is not offered`);
}

function compileEquality(op: string, left: Typed, right: Typed, place: Place): Typed {
  const [a, b] = [left.type.kind, right.type.kind];
  const comparable = a === b || [a, b].some((k) => k === 'dyn' || k === 'null') || (isNumeric(a) && isNumeric(b));
  if (!comparable) refuse(place, `${a} is never equal to ${b}`);
  const wanted = op === '==';
  return { type: bool, run: (scope) => equal(left.run(scope), right.run(scope), scope) === wanted };
}

const ordered: Kind[] = ['int', 'double', 'string', 'bool', 'timestamp', 'duration', 'dyn'];

function compileComparison(
  op: string,
  holds: (order: number) => boolean,
  left: Typed,
  right: Typed,
  place: Place,
): Typed {
  const [a, b] = [left.type.kind, right.type.kind];
  const fits = a === b || a === 'dyn' || b === 'dyn' || (isNumeric(a) && isNumeric(b));
  if (!fits || !ordered.includes(a) || !ordered.includes(b)) refuse(place, `${a} ${op} ${b} is not offered`);
  return {
    type: bool,
    run: (scope) => holds(compare(left.run(scope), right.run(scope), scope)),
  };
}

function compileMembership(left: Typed, right: Typed, place: Place): Typed {
  if (!['list', 'object', 'dyn'].includes(right.type.kind)) refuse(place, `in does not apply to ${right.type.kind}`);
  return {
    type: bool,
    run: (scope) => {
      const [value, whole] = [left.run(scope), right.run(scope)];
      if (Array.isArray(whole)) return whole.some((each) => equal(each, value, scope));
      if (isObject(whole)) {
        if (typeof value !== 'string') return false;
        scope.spendOnText(value.length);
        return Object.hasOwn(whole, value);
      }
      throw new ConditionFault(`there is nothing in ${kindName(whole)}`);
    },
  };
}

function compileCalculation(op: string, calculate: Calculation, left: Typed, right: Typed, place: Place): Typed {
  const [a, b] = [left.type.kind, right.type.kind];
  if (op === '+' && a === 'string' && b === 'string') return { type: string, run: concatenation(left.run, right.run) };
  const type = typeOfCalculation(op, a, b);
  if (!type) refuse(place, `${a} ${op} ${b} is not offered${a === 'dyn' || b === 'dyn' ? adviceForDyn : ''}`);
  const whole = type.kind === 'int';
  return {
    type,
    run: (scope) => {
      const [x, y] = [asNumber(left.run(scope)), asNumber(right.run(scope))];
      if (!whole) return calculate(x, y);
      if (y === 0 && (op === '/' || op === '%')) throw new ConditionFault('a division by zero');
      return asInt(Math.trunc(calculate(x, y)));
    },
  };
}

const adviceForDyn = ': the schema does not say the type, so say int(…), double(…) or string(…)';

function typeOfCalculation(op: string, a: Kind, b: Kind): Type | undefined {
  if (isNumeric(a) && isNumeric(b)) return a === 'int' && b === 'int' ? int : op === '%' ? undefined : double;
  if (op !== '+' && op !== '-') return undefined;
  if (a === 'timestamp' && b === 'duration') return timestamp;
  if (a === 'duration' && b === 'duration') return duration;
  if (a === 'duration' && b === 'timestamp' && op === '+') return timestamp;
  return a === 'timestamp' && b === 'timestamp' && op === '-' ? duration : undefined;
}

function concatenation(left: Evaluate, right: Evaluate): Evaluate {
  return (scope) => {
    const [a, b] = [asText(left(scope)), asText(right(scope))];
    scope.spendOnText(a.length + b.length);
    return a + b;
  };
}

/** CEL: a side that decides the result hides a fault of the other side. */
export function compileLogical(op: '||' | '&&', left: Typed, right: Typed): Typed {
  const decisive = op === '||';
  return {
    type: bool,
    run: (scope) => {
      const first = attempt(left.run, scope);
      if (first === decisive) return decisive;
      const second = attempt(right.run, scope);
      if (second === decisive) return decisive;
      if (first instanceof ConditionFault) throw first;
      if (second instanceof ConditionFault) throw second;
      return !decisive;
    },
  };
}

/** Making an error takes this many times longer than a step. */
const stepsPerFault = 400;

export function attempt(run: Evaluate, scope: Scope): boolean | ConditionFault {
  try {
    return asBool(run(scope));
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    scope.spend(stepsPerFault);
    return error;
  }
}
