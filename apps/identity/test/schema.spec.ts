import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { identity } from '../src/identity.module.js';

/** Statements by which TypeORM would change the tables. */
const statements: string[] = [];

const tablesWithoutEntity = [
  'audit', // partitioned by month
];

describe('the schema of identity', () => {
  it('differs from its entities only where a reason is given', async () => {
    expect(await schemaDifferences('identity', identity.schema)).toEqual({
      statements,
      tablesWithoutEntity,
    });
  });
});
