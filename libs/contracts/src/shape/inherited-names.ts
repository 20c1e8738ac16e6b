import { fieldsOf, unknownField } from '../faults/explain-faults.js';
import { fragmentStep } from '../json/escape-step.js';
import type { Fault } from '../problems.js';
import { nestedProperties } from './nested-shapes.js';

/**
 * Finds unknown fields that have the name of a property that every object inherits, such as `constructor`. class-transformer drops
 * them, so class-validator does not see them.
 */
export function inheritedNames(instance: object, sent: unknown, pointer: string): Fault[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const known = fieldsOf(instance);
  const unknown = Object.keys(sent).filter((name) => name in Object.prototype && !known.has(name));
  const faults = unknown.map((name) => ({
    pointer: `${pointer}/${fragmentStep(name)}`,
    code: 'unknown-field',
    detail: unknownField(name, instance),
  }));
  const below = nestedProperties(instance.constructor).flatMap(({ property }) => {
    const inner: unknown = Reflect.get(instance, property);
    return insideOf(inner, Reflect.get(sent, property), `${pointer}/${property}`);
  });
  return [...faults, ...below];
}

function insideOf(instance: unknown, sent: unknown, pointer: string): Fault[] {
  if (typeof instance !== 'object' || instance === null) return [];
  if (!Array.isArray(instance)) return inheritedNames(instance, sent, pointer);
  const items: unknown[] = Array.isArray(sent) ? sent : [];
  return instance.flatMap((item: unknown, place) => insideOf(item, items[place], `${pointer}/${place}`));
}
