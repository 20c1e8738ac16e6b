import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { Fault } from '../problems.js';

interface Nested {
  property: string;
  list: boolean;
}

const nestedOf = new Map<unknown, Nested[]>();

/**
 * Finds lists in places where an object is required. class-validator treats a list as many objects, so it accepts an empty
 * one. The field's own rules decide whether it may be absent or null.
 */
export function misshapen(instance: object, pointer: string): Fault[] {
  return nestedProperties(instance.constructor).flatMap(({ property, list }) => {
    const value: unknown = (instance as Record<string, unknown>)[property];
    const at = `${pointer}/${property}`;
    if (!list || !Array.isArray(value)) return faultsAt(value, at);
    return value.flatMap((item: unknown, index) => faultsAt(item ?? [], `${at}/${index}`));
  });
}

function faultsAt(value: unknown, at: string): Fault[] {
  if (Array.isArray(value)) return [{ pointer: at, code: 'is-object', detail: 'must be an object' }];
  return typeof value === 'object' && value !== null ? misshapen(value, at) : [];
}

export function nestedProperties(shape: object): Nested[] {
  const known = nestedOf.get(shape);
  if (known) return known;
  const found =
    typeof shape === 'function'
      ? getMetadataStorage()
          .getTargetValidationMetadatas(shape, '', false, false)
          .filter(({ type }) => type === ValidationTypes.NESTED_VALIDATION)
          .map(({ propertyName, each }) => ({ property: propertyName, list: each }))
      : [];
  nestedOf.set(shape, found);
  return found;
}
