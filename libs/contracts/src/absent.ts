import { ValidateIf } from 'class-validator';

/** May be left out, but not be null: that is for the field's own rules to refuse. `IsOptional` lets it through. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}
