import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { explainFaults } from './faults/explain-faults.js';
import { fragmentStep } from './json/escape-step.js';
import { inheritedNames } from './shape/inherited-names.js';
import { misshapen } from './shape/nested-shapes.js';
import { typesFirst } from './shape/types-first.js';
import { faulty } from './problems.js';
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
  const explained = errors.flatMap((error) => explainFaults(error, prefix, value));
  const inherited = unknown === 'refuse' ? inheritedNames(instance, value, prefix) : [];
  const faults = typesFirst([...misshapen(instance, prefix), ...explained, ...inherited]);
  if (faults.length > 0) throw faulty('validation-failed', faults);
  return instance;
}

/** class-transformer throws on a property named `constructor` of an object without a class of its own. */
function instanceOf<T extends object>(shape: Class<T>, value: object, prefix: string): T {
  try {
    return plainToInstance(shape, value);
  } catch {
    const pointers = pointersToConstructors(value, prefix);
    throw faulty(
      'validation-failed',
      (pointers.length > 0 ? pointers : [prefix]).map((pointer) => ({
        pointer,
        code: 'type',
        detail: 'is a property that no request has',
      })),
    );
  }
}

/** The caller has bounded the nesting. */
function pointersToConstructors(value: object, pointer: string): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const at = `${pointer}/${fragmentStep(name)}`;
    const below = typeof inner === 'object' && inner !== null ? pointersToConstructors(inner, at) : [];
    return name === 'constructor' ? [at, ...below] : below;
  });
}
