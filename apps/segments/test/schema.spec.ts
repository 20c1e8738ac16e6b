import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { segments } from '../src/segments.module.js';

describe('the entities of the segments service', () => {
  it('describe the migrated database', async () => {
    expect(await schemaDifferences('segments', segments.schema)).toEqual({
      statements: [],
      tablesWithoutEntity: [],
    });
  });
});
