import type { FieldValidator, PersonField } from '@ces/contracts/identity/person';

/**
 * What is asked of a person. Row 14 shows it and row 15 is judged by it: there is no other rule. A field without
 * `not_blank` may be left out.
 */
const notBlank: FieldValidator = { name: 'not_blank', options: {} };
const printable = regex('^[^\\p{Cc}\\p{Surrogate}]*$');

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
  // People leave spaces around it, which are not kept.
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

/** ECMAScript, with the flag `u`. */
function regex(pattern: string): FieldValidator {
  return { name: 'regex', options: { pattern } };
}
