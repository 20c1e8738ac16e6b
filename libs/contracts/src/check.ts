import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { faulty, type Fault } from './problems.js';
import type { Class } from './rpc.js';

/** Unknown fields: `ignore` them (rows of the specification, and between services) or `refuse` them (administration). */
export type UnknownFields = 'ignore' | 'refuse';

/** The value as an instance of its class, or a Problem that names every fault by its pointer. */
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
    validationError: { target: false, value: false },
  });
  if (errors.length > 0) {
    throw faulty(
      'validation-failed',
      errors.flatMap((error) => faultsOf(error, prefix)),
    );
  }
  return instance;
}

/** class-transformer stumbles over a nested property named `constructor`. */
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
  const own = Object.entries(error.constraints ?? {}).map(([constraint, detail]) => ({
    pointer,
    code: constraint === 'whitelistValidation' ? 'unknown-field' : kebab(constraint),
    detail: detail.replace(/^property (\S+) should not exist$/, 'is not a field of this request'),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, pointer))];
}

/** `isString` → `is-string`: the codes of class-validator, in the spelling of all our codes. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
