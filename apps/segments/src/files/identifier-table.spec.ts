import { identifierTable } from './identifier-table.js';

describe('the table of an upload', () => {
  it('is named after its id, and the name needs no quotes', () => {
    const name = identifierTable('01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11');
    expect(name).toBe('file_01981c5e7f3a7c7e9d0a3f8a4f0e5b11');
  });

  it.each([
    '',
    'x',
    '01981C5E-7F3A-7C7E-9D0A-3F8A4F0E5B11',
    '01981c5e7f3a7c7e9d0a3f8a4f0e5b11',
    '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11 ',
    '01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11"; DROP TABLE file; --',
    'x01981c5e-7f3a-7c7e-9d0a-3f8a4f0e5b11',
  ])('is not named after %j', (id) => {
    expect(() => identifierTable(id)).toThrow('is not the id of an upload');
  });
});
