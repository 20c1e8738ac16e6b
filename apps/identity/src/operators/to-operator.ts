import type { Operator } from '@ces/contracts/identity/operators/operators';
import { scopesOfRole } from '@ces/contracts/identity/operators/roles';
import { Problem } from '@ces/contracts/problems';
import type { OperatorEntity } from './operator.entity.js';

export function toOperator({ id, name, email, role, state, signed_in_at, created_at }: OperatorEntity): Operator {
  return {
    ...{ id, name, email, role, scopes: [...scopesOfRole[role]], state },
    signed_in_at: signed_in_at?.toISOString() ?? null,
    created: created_at.toISOString(),
  };
}

export function operatorNotFound(): Problem {
  return new Problem('operator-not-found', 'There is no operator with this id.');
}
