import { didYouMean, listOfNames } from '@ces/contracts/faults/did-you-mean';
import type { Kind, Type } from '@ces/contracts/events/schema-types';
import { ConditionFault } from './faults.js';
import { macroNames } from './macros.js';
import { durationOf, getters, isTimeZone, momentOf } from './moments.js';
import type { Scope } from './scope.js';
import { bool, demand, double, duration, int, refuse, string, timestamp, type Place, type Typed } from './typed.js';
import { asInt, asNumber, asText, isObject, kindName } from './values.js';

interface Callable {
  takes: Kind[][];
  gives: Type;
  /** The cost in addition to that of text. */
  steps?: number;
  run: (values: unknown[], scope: Scope) => unknown;
}

const textual: Kind[] = ['string'];
const numeric: Kind[] = ['int', 'double'];

/** Functions called as `name(a)`. `matches` is missing because a backtracking pattern could stall the service. */
export const functions: Record<string, Callable> = {
  size: { takes: [['string', 'list', 'object']], gives: int, run: ([value], scope) => sizeOf(value, scope) },
  int: { takes: [['int', 'double', 'string', 'timestamp']], gives: int, steps: 10, run: ([value]) => toInt(value) },
  double: { takes: [['int', 'double', 'string']], gives: double, steps: 10, run: ([value]) => toDouble(value) },
  string: { takes: [['int', 'double', 'string', 'bool']], gives: string, steps: 20, run: ([value]) => toText(value) },
  floor: { takes: [numeric], gives: int, run: ([value]) => asInt(Math.floor(asNumber(value))) },
  ceil: { takes: [numeric], gives: int, run: ([value]) => asInt(Math.ceil(asNumber(value))) },
  round: { takes: [numeric], gives: int, run: ([value]) => asInt(Math.round(asNumber(value))) },
  timestamp: { takes: [textual], gives: timestamp, steps: 20, run: ([value]) => momentOf(asText(value)) },
  duration: { takes: [textual], gives: duration, steps: 50, run: ([value]) => durationOf(asText(value)) },
};

export const methods: Record<string, Callable> = {
  size: { takes: [['string', 'list', 'object']], gives: int, run: ([value], scope) => sizeOf(value, scope) },
  contains: { takes: [textual, textual], gives: bool, run: (values, scope) => contains(values, scope) },
  startsWith: {
    takes: [textual, textual],
    gives: bool,
    run: ([text, part]) => asText(text).startsWith(asText(part)),
  },
  endsWith: { takes: [textual, textual], gives: bool, run: ([text, part]) => asText(text).endsWith(asText(part)) },
  lowerAscii: { takes: [textual], gives: string, run: ([text], scope) => inCase(asText(text), 'A', 0x20, scope) },
  upperAscii: { takes: [textual], gives: string, run: ([text], scope) => inCase(asText(text), 'a', -0x20, scope) },
};

export function compileCall(name: string, args: Typed[], place: Place): Typed {
  const callable = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!callable) refuse(place, noFunction(name, [...Object.keys(functions), 'has']));
  return call(name, callable, args, place);
}

export function compileMethod(name: string, receiver: Typed, args: Typed[], place: Place): Typed {
  const getter = Object.hasOwn(getters, name) ? getters[name] : undefined;
  if (getter) return compileGetter(name, getter, receiver, args, place);
  const callable = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!callable) refuse(place, noFunction(name, [...Object.keys(methods), ...macroNames, ...Object.keys(getters)]));
  return call(name, callable, [receiver, ...args], place);
}

function noFunction(name: string, known: string[]): string {
  return `there is no function ${name}; there are ${listOfNames(known)}${didYouMean(name, known)}`;
}

function call(name: string, callable: Callable, args: Typed[], place: Place): Typed {
  if (args.length !== callable.takes.length) refuse(place, `${name} is given the wrong number of arguments`);
  for (const [index, arg] of args.entries()) demand(arg, callable.takes[index] ?? [], place, `the argument of ${name}`);
  // Moments are milliseconds here, and CEL's int() returns whole seconds.
  if (name === 'int' && args[0]?.type.kind === 'timestamp') return seconds(args[0]);
  const { steps = 0 } = callable;
  return {
    type: callable.gives,
    run: (scope) => {
      scope.spend(steps);
      const values = args.map((arg) => arg.run(scope));
      for (const value of values) scope.spendOnText(typeof value === 'string' ? value.length : 0);
      return callable.run(values, scope);
    },
  };
}

function seconds(moment: Typed): Typed {
  return { type: int, run: (scope) => asInt(Math.floor(asNumber(moment.run(scope)) / 1_000)) };
}

function compileGetter(
  name: string,
  getter: (moment: number, zone: string) => number,
  receiver: Typed,
  [zone, ...more]: Typed[],
  place: Place,
): Typed {
  if (receiver.type.kind !== 'timestamp') refuse(place, `${name} needs a timestamp; use timestamp(…)`);
  if (more.length > 0) refuse(place, `${name} is given the wrong number of arguments`);
  if (zone) demand(zone, textual, place, 'the time zone');
  if (typeof zone?.literal === 'string' && !isTimeZone(zone.literal)) refuse(place, 'there is no such time zone');
  return {
    type: int,
    run: (scope) => {
      scope.spend(50);
      const [moment, name] = [asNumber(receiver.run(scope)), zone ? asText(zone.run(scope)) : 'UTC'];
      scope.spendOnZone(name);
      return getter(moment, name);
    },
  };
}

/** Counts the characters of a text as code points. */
function sizeOf(value: unknown, scope: Scope): number {
  if (typeof value === 'string') {
    scope.spend(value.length / 8);
    return codePoints(value);
  }
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) {
    return scope.keysOf(value).length;
  }
  throw new ConditionFault(`${kindName(value)} has no size`);
}

function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    // Skips the second half of a surrogate pair.
    if ((text.codePointAt(at) ?? 0) > 0xffff) at += 1;
    count += 1;
  }
  return count;
}

/** The engine's search may take as many steps as the product of both lengths. */
function contains([text, part]: unknown[], scope: Scope): boolean {
  const [whole, sought] = [asText(text), asText(part)];
  scope.spend((whole.length * Math.min(sought.length, whole.length)) / 64);
  return whole.includes(sought);
}

/** Moves the 26 letters from `first` on by this distance. Everything else stays, also half a surrogate pair. */
function inCase(text: string, first: string, by: number, scope: Scope): string {
  scope.spend(text.length / 8);
  const from = first.charCodeAt(0);
  const units = Buffer.from(text, 'utf16le');
  for (let at = 0; at < units.length; at += 2) {
    const letter = (units[at] ?? 0) - from;
    if (units[at + 1] === 0 && letter >= 0 && letter < 26) units[at] = from + letter + by;
  }
  return units.toString('utf16le');
}

function toInt(value: unknown): number {
  if (typeof value === 'number') return asInt(Math.trunc(value));
  const text = asText(value);
  if (!/^-?\d{1,16}$/.test(text)) throw new ConditionFault('this is not a whole number');
  return asInt(Number(text));
}

function toDouble(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = asText(value);
  if (!/^-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?$/.test(text)) throw new ConditionFault('this is not a number');
  return Number(text);
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new ConditionFault(`${kindName(value)} cannot be a string`);
}
