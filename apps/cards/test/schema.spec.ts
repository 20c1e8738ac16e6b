import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { cards } from '../src/cards.module.js';

describe('the entities of the cards service', () => {
  it('describe the migrated database', async () => {
    expect(await schemaDifferences('cards', cards.schema)).toEqual({ statements: [], tablesWithoutEntity: [] });
  });
});
