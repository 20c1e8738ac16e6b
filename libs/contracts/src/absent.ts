import { ValidateIf } from 'class-validator';

/** The field may be absent, but its own rules refuse null. `IsOptional` would accept null. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}
