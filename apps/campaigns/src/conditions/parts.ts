import { dyn, type Type } from '@ces/contracts/events/schema-types';
import type { ASTNode } from '@marcbachmann/cel-js';
import { either } from './origins.js';
import type { Evaluate } from './scope.js';
import { bool, double, int, isNumeric, nothing, refuse, string, type Typed } from './typed.js';
import { asNumber, exact } from './values.js';

export function literal(value: unknown, node: ASTNode): Typed {
  const constant = (type: Type, known: unknown): Typed => ({ type, run: () => known, literal: known });
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) refuse(node, 'the number is too large');
    return constant(int, number);
  }
  if (typeof value === 'number') return constant(double, value);
  if (typeof value === 'string') return constant(string, value);
  if (typeof value === 'boolean') return constant(bool, value);
  if (value === null) return constant(nothing, null);
  return refuse(node, 'bytes and unsigned numbers are not offered');
}

/** Refuses whole numbers of the event that may have been rounded. */
export function read(type: Type, run: Evaluate): Evaluate {
  if (type.kind !== 'int' && type.kind !== 'dyn') return run;
  return (scope) => exact(run(scope));
}

export function listOf(parts: Typed[]): Typed {
  const items = parts.length === 0 ? dyn : together(parts);
  return {
    type: { kind: 'list', items: () => items },
    run: (scope) => {
      scope.spend(parts.length);
      return parts.map((part) => part.run(scope));
    },
    origins: { spots: new Set(), items: either(parts.map(({ origins }) => origins)) },
  };
}

export function minus(part: Typed, node: ASTNode): Typed {
  if (!isNumeric(part.type.kind)) refuse(node, `a value of type ${part.type.kind} cannot be negated`);
  return { type: part.type, run: (scope) => 0 - asNumber(part.run(scope)) };
}

export function together(parts: Typed[]): Type {
  const kinds = new Set(parts.map((part) => part.type.kind));
  if (kinds.size === 1) {
    const [first] = parts;
    return first && !first.type.items && !first.type.property ? first.type : dyn;
  }
  return [...kinds].every(isNumeric) ? double : dyn;
}
