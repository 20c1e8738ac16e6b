import { validatePerson } from './validate-person.js';
import { personDescriptor } from './person-descriptor.js';

describe('the validation of a person', () => {
  const anna = { firstName: 'Anna', lastName: 'Berg' };
  const validate = (fields: object) => validatePerson(personDescriptor, { ...anna, ...fields });

  it('trims fields, and leaves out those that are empty, null or unknown', () => {
    const sent = { firstName: ' Anna ', infix: '', gender: null, dateOfBirth: '', postalCode: '', unknown: 'x' };
    expect(validate(sent)).toEqual({ fields: anna, faults: [] });
  });

  it.each([
    [{ firstName: ' ' }, 'firstName', 'not-blank'],
    [{ lastName: undefined }, 'lastName', 'not-blank'],
    [{ firstName: 7 }, 'firstName', 'is-string'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'length'],
    [{ infix: 'a\nb' }, 'infix', 'regex'],
    [{ nickname: '\ud800' }, 'nickname', 'regex'],
    [{ nickname: 'a\0b' }, 'nickname', 'regex'],
    [{ gender: 'x' }, 'gender', 'choice'],
    [{ dateOfBirth: '2023-02-30' }, 'dateOfBirth', 'date'],
    [{ dateOfBirth: '2999-01-01' }, 'dateOfBirth', 'date'],
    [{ postalCode: '<script>' }, 'postalCode', 'regex'],
    [{ gender: ' f' }, 'gender', 'choice'],
    [{ infix: `${' '.repeat(50)}x` }, 'infix', 'length'],
    // In NFC this letter is three characters.
    [{ nickname: '\ufb2c'.repeat(17) }, 'nickname', 'length'],
  ])('refuses %j at %s', (fields, name, code) => {
    expect(validate(fields).faults).toContainEqual(expect.objectContaining({ pointer: `#/${name}`, code }));
  });

  it.each([
    [{ firstName: '😀'.repeat(100) }],
    [{ firstName: "D'Arcy-Łukasz 李" }],
    [{ gender: 'f', infix: 'van der', dateOfBirth: '2000-02-29', postalCode: '1011 AB', nickname: 'Annie' }],
  ])('accepts %j', (fields) => {
    expect(validate(fields)).toEqual({ fields: { ...anna, ...fields }, faults: [] });
  });

  it.each(['\ufb2c'.repeat(16), 'e\u0301'.repeat(50)])('accepts what it has stored again: %j', (nickname) => {
    const { fields, faults } = validate({ nickname });
    expect(faults).toEqual([]);
    expect(validate(fields)).toEqual({ fields, faults: [] });
  });
});
