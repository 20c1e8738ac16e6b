import type { Kind, Type } from '@ces/contracts/events/schema-types';
import { ConditionRefused } from './faults.js';
import type { Origins } from './origins.js';
import type { Evaluate } from './scope.js';

export interface Typed {
  type: Type;
  run: Evaluate;
  origins?: Origins | undefined;
  /** The value, if the expression spells it out. */
  literal?: unknown;
}

export interface Place {
  start: number;
  end: number;
}

export const bool: Type = { kind: 'bool' };
export const int: Type = { kind: 'int' };
export const double: Type = { kind: 'double' };
export const string: Type = { kind: 'string' };
export const timestamp: Type = { kind: 'timestamp' };
export const duration: Type = { kind: 'duration' };
export const nothing: Type = { kind: 'null' };

export function refuse(place: Place, message: string): never {
  throw new ConditionRefused(message, place.start, place.end);
}

export function isNumeric(kind: Kind): boolean {
  return kind === 'int' || kind === 'double';
}

/** Where the schema does not say the type, the value is checked when it is read. */
export function demand(part: Typed, kinds: Kind[], place: Place, what: string): void {
  if (part.type.kind === 'dyn' || kinds.includes(part.type.kind)) return;
  refuse(place, `${what} must be ${kinds.join(' or ')}, and is ${part.type.kind}`);
}
