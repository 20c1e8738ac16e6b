import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { segments } from '../src/segments.module.js';

describe('the entities of the segments service', () => {
  it('describe the migrated database, except for what is listed here', async () => {
    expect(await schemaDifferences('segments', segments.schema)).toEqual({
      statements: [],
      tablesWithoutEntity: [
        // Digests of erased identifiers: written and compared in sets, with the files that are coming in.
        'erased_owner',
        // A queue: entries are written by one statement per file and deleted as they are told.
        'user_entry',
      ],
    });
  }, 60_000);
});
