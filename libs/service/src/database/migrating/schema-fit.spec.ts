import { fitOf } from './schema-fit.js';

const [first, second, third] = ['CreateNotes1700000000000', 'AddAuthors1710000000000', 'IndexNotes1720000000000'];

describe('the fit of a schema', () => {
  it('is good when exactly the known migrations ran', () => {
    expect(fitOf([second, first], [first, second])).toEqual({ missing: [], newer: [], fault: undefined });
  });

  it('names the migration that is missing', () => {
    expect(fitOf([first, second], [first])).toEqual({
      missing: [second],
      newer: [],
      fault: `the database lacks the migration ${second}; run the command migrate of this version`,
    });
  });

  it('names the first of several that are missing, and says when the database is empty', () => {
    expect(fitOf([third, first, second], [first]).fault).toBe(
      `the database lacks 2 migrations, first ${second}; run the command migrate of this version`,
    );
    expect(fitOf([second, first], []).fault).toBe(
      `the database is empty: it lacks 2 migrations, first ${first}; run the command migrate of this version`,
    );
  });

  it('stays good when a newer version has added something, as during a rolling upgrade', () => {
    expect(fitOf([first], [second, first, third])).toEqual({ missing: [], newer: [second, third], fault: undefined });
  });

  it('ends when a newer version has taken something away that this version needs', () => {
    const taking = 'DropAuthorsNeeds1720000000000_1730000000000';
    expect(fitOf([first, second], [first, second, third, taking]).fault).toBe(
      `the database has the migration ${taking}, which this version is too old for; run a newer version`,
    );
    expect(fitOf([first, second, third], [first, second, third, taking]).fault).toBeUndefined();
  });
});
