import type { Type } from '@ces/contracts/events/schema-types';
import { ConditionFault } from './faults.js';
import { attempt } from './operators.js';
import type { Origins } from './origins.js';
import type { Evaluate, Scope } from './scope.js';
import { bool, type Typed } from './typed.js';
import { asBool, asList } from './values.js';

/** The parts of a macro such as `list.all(x, …)`. `local` is the number of the variable x. */
interface Loop {
  list: Evaluate;
  origins: Origins | undefined;
  local: number;
  parts: Typed[];
  items: Type;
}

type Macro = (loop: Loop) => Typed;

const macros: Record<string, { parts: number[]; compile: Macro }> = {
  all: { parts: [1], compile: quantifier('all') },
  exists: { parts: [1], compile: quantifier('exists') },
  exists_one: { parts: [1], compile: existsOne },
  filter: { parts: [1], compile: filter },
  map: { parts: [1, 2], compile: map },
};

export const macroNames = Object.keys(macros);

export function macroOf(name: string, parts: number): Macro | undefined {
  const macro = Object.hasOwn(macros, name) ? macros[name] : undefined;
  return macro?.parts.includes(parts) ? macro.compile : undefined;
}

function enter(scope: Scope, { local }: Loop, item: unknown): void {
  scope.spend(2);
  scope.locals[local] = item;
}

/** `exists` ends at the first true result, `all` at the first false one. A fault decides only if no result does. */
function quantifier(name: 'all' | 'exists'): Macro {
  const decisive = name === 'exists';
  return (loop) => {
    const holds = partOf(loop, 0);
    return {
      type: bool,
      run: (scope) => {
        let fault: ConditionFault | undefined;
        for (const item of asList(loop.list(scope))) {
          enter(scope, loop, item);
          const result = attempt(holds, scope);
          if (result === decisive) return decisive;
          if (result instanceof ConditionFault) fault ??= result;
        }
        if (fault) throw fault;
        return !decisive;
      },
    };
  };
}

function existsOne(loop: Loop): Typed {
  const holds = partOf(loop, 0);
  return {
    type: bool,
    run: (scope) => {
      let count = 0;
      for (const item of asList(loop.list(scope))) {
        enter(scope, loop, item);
        if (asBool(holds(scope))) count += 1;
      }
      return count === 1;
    },
  };
}

function filter(loop: Loop): Typed {
  const holds = partOf(loop, 0);
  return {
    type: { kind: 'list', items: () => loop.items },
    origins: loop.origins,
    run: (scope) => {
      const kept: unknown[] = [];
      for (const item of asList(loop.list(scope))) {
        enter(scope, loop, item);
        if (asBool(holds(scope))) kept.push(item);
      }
      return kept;
    },
  };
}

function map(loop: Loop): Typed {
  const value = loop.parts.at(-1);
  if (!value) throw new Error('map has no value');
  const holds = loop.parts.length > 1 ? partOf(loop, 0) : undefined;
  return {
    type: { kind: 'list', items: () => value.type },
    origins: { spots: new Set(), items: value.origins },
    run: (scope) => {
      const made: unknown[] = [];
      for (const item of asList(loop.list(scope))) {
        enter(scope, loop, item);
        if (!holds || asBool(holds(scope))) made.push(value.run(scope));
      }
      return made;
    },
  };
}

function partOf({ parts }: Loop, index: number): Evaluate {
  const part = parts[index];
  if (!part) throw new Error('a macro lacks a part');
  return part.run;
}
