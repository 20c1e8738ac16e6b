import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { webhooks } from '../src/webhooks.module.js';

describe('the schema of the webhooks service', () => {
  it('is what its entities describe', async () => {
    expect(await schemaDifferences('webhooks', webhooks.schema)).toEqual({
      statements: [],
      tablesWithoutEntity: [
        // Partitioned by week.
        'attempt',
        // Partitioned by week.
        'event',
        // One row without a key.
        'log_clock',
        // One row without a key: how far the attempts are counted.
        'webhook_stat_position',
      ],
    });
  });
});
