import type { FieldValidator, PersonField } from '@ces/contracts/identity/person';

const notBlank: FieldValidator = { name: 'not_blank', options: {} };
const printable = regex('^[^\\p{Cc}\\p{Surrogate}]*$');

/** The fields of a person. Row 14 shows them, and row 15 validates by them alone. A field without `not_blank` is optional. */
export const personDescriptor = {
  firstName: text(notBlank, length(100), printable),
  infix: text(length(50), printable),
  lastName: text(notBlank, length(100), printable),
  gender: select('f', 'm'),
  dateOfBirth: {
    name: 'date',
    validators: [{ name: 'date', options: { format: 'YYYY-MM-DD', min: '1900-01-01', max: 'today' } }],
    is_editable: true,
  },
  // The pattern allows the spaces around it that people type; they are trimmed.
  postalCode: text(length(16), regex('^ *[A-Za-z0-9]+([ -][A-Za-z0-9]+)* *$')),
  nickname: text(length(50), printable),
} satisfies Record<string, PersonField>;

function text(...validators: FieldValidator[]): PersonField {
  return { name: 'string', validators, is_editable: true };
}

function select(...choices: string[]): PersonField {
  return {
    name: 'select',
    validators: [{ name: 'choice', options: { choices } }],
    is_editable: true,
    choices,
    default: null,
  };
}

function length(max: number): FieldValidator {
  return { name: 'length', options: { max } };
}

/** The pattern is ECMAScript with the flag `u`. */
function regex(pattern: string): FieldValidator {
  return { name: 'regex', options: { pattern } };
}
