import { describeRefusal, isRefusal } from './describe-refusal.js';

const url = 'postgres://shop%40x:secret@db-1:5432,db-2:5432/cards?sslmode=require';
const error = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('the refusal of a database', () => {
  it.each([
    ['28P01', 'PostgreSQL at db-1:5432,db-2:5432 refuses the password of user "shop@x" (DATABASE_URL): why'],
    ['28000', 'PostgreSQL at db-1:5432,db-2:5432 does not let user "shop@x" in: why'],
    ['3D000', 'PostgreSQL at db-1:5432,db-2:5432 has no database "cards": why'],
    ['42501', 'PostgreSQL at db-1:5432,db-2:5432 does not give user "shop@x" the rights it needs: why'],
    ['ECONNREFUSED', 'PostgreSQL at db-1:5432,db-2:5432 cannot be used: why'],
  ])('%s is one line without the password', (code, line) => {
    expect(describeRefusal(error(code, 'why'), url)).toBe(line);
    expect(isRefusal(error(code, 'why'))).toBe(true);
  });

  it('names each attempt where a name has several addresses', () => {
    const attempts = new AggregateError([error('ECONNREFUSED', 'one'), error('ECONNREFUSED', 'two')]);
    expect(describeRefusal(attempts, 'postgres://localhost/cards')).toBe(
      'PostgreSQL at localhost cannot be used: one, two',
    );
  });

  it('is no fault of a statement', () => {
    expect(isRefusal(error('42P07', 'the table exists'))).toBe(false);
  });
});
