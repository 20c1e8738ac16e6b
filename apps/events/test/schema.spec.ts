import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { events } from '../src/events.module.js';

describe('the entities of the events service', () => {
  it('describe the migrated database, except for what is listed here', async () => {
    expect(await schemaDifferences('events', events.schema)).toEqual({
      statements: [],
      tablesWithoutEntity: [
        // One row without a key: the insert of events compares its value in its own statement.
        'definition_epoch',
        // Partitioned.
        'event_log',
        // One row without a key, which the relay moves.
        'event_log_position',
        // One row without a key: how far the log is counted.
        'event_stat_position',
      ],
    });
  });
});
