import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { events } from '../src/events.module.js';

describe('the entities of the events service', () => {
  it('describe the migrated database, except for what is listed here', async () => {
    expect(await schemaDifferences('events', events.schema)).toEqual({
      statements: [],
      tablesWithoutEntity: [
        // One value, which the insert of events compares in its own statement.
        'definition_epoch',
        // Written and purged in batches by hot statements (row 2).
        'event_key',
        // Partitioned.
        'event_log',
        // One value, which the relay moves.
        'event_log_position',
      ],
    });
  }, 60_000);
});
