import { plainToInstance } from 'class-transformer';
import {
  getMetadataStorage,
  validate,
  type ValidationArguments,
  type ValidationError,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { misshapen } from './nested-shapes.js';
import { faulty, type Fault } from './problems.js';
import type { Class } from './rpc.js';

/** Treatment of unknown fields: `ignore` them (rows of the specification, and between services) or `refuse` them (administration). */
export type UnknownFields = 'ignore' | 'refuse';

/** Validates the value. Returns it as an instance of its class, or throws a Problem that names every fault by its pointer. */
export async function check<T extends object>(
  shape: Class<T>,
  value: unknown,
  unknown: UnknownFields,
  prefix = '#',
): Promise<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw faulty('validation-failed', [{ pointer: prefix, code: 'type', detail: 'must be an object' }]);
  }
  const instance = instanceOf(shape, value, prefix);
  const errors = await validate(instance, {
    whitelist: true,
    forbidNonWhitelisted: unknown === 'refuse',
    forbidUnknownValues: false,
    validationError: { target: true, value: true },
  });
  const faults = [...misshapen(instance, prefix), ...errors.flatMap((error) => faultsOf(error, prefix))];
  if (faults.length > 0) throw faulty('validation-failed', faults);
  return instance;
}

/** class-transformer throws on a nested property named `constructor`. */
function instanceOf<T extends object>(shape: Class<T>, value: object, prefix: string): T {
  try {
    return plainToInstance(shape, value);
  } catch {
    throw faulty('validation-failed', [
      { pointer: prefix, code: 'type', detail: 'has a property that no request has' },
    ]);
  }
}

function faultsOf(error: ValidationError, prefix: string): Fault[] {
  const pointer = `${prefix}/${error.property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const own = Object.entries(error.constraints ?? {}).flatMap(([constraint, detail]) => {
    const fault = {
      pointer,
      code: constraint === 'whitelistValidation' ? 'unknown-field' : kebab(constraint),
      detail: detail.replace(/^property (\S+) should not exist$/, 'is not a field of this request'),
    };
    const items = faultyItems(error, constraint);
    return items.length > 0 ? items.map((index) => ({ ...fault, pointer: `${pointer}/${index}` })) : [fault];
  });
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, pointer))];
}

/** Finds the items of a list that break a rule with `each`. class-validator names only the list. */
function faultyItems({ target, property, value }: ValidationError, constraint: string): number[] {
  if (!Array.isArray(value) || target === undefined) return [];
  const storage = getMetadataStorage();
  const rules = storage
    .getTargetValidationMetadatas(target.constructor, '', false, false)
    .filter((rule) => rule.propertyName === property && rule.each);
  for (const rule of rules) {
    const validator = storage.getTargetValidatorConstraints(rule.constraintCls).find(({ name }) => name === constraint);
    if (!validator) continue;
    const about = { value, constraints: rule.constraints, targetName: '', object: target, property };
    return (value as unknown[]).flatMap((item, index) => (holds(validator.instance, item, about) ? [] : [index]));
  }
  return [];
}

function holds(rule: ValidatorConstraintInterface, item: unknown, about: ValidationArguments): boolean {
  return rule.validate(item, about) === true;
}

/** `isString` → `is-string`: spells class-validator's codes like all other codes. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
