import { schemaDifferences } from '@ces/testing/services/schema-differences';
import { campaigns } from '../src/campaigns.module.js';

describe('the entities of campaigns', () => {
  it('describe the migrated schema', async () => {
    expect(await schemaDifferences('campaigns', campaigns.schema)).toEqual({
      statements: [],
      tablesWithoutEntity: [
        // One row without a key.
        'campaign_epoch',
        // Runs have no key: an exclusion constraint keeps those of a campaign apart.
        'campaign_run',
        // Rows without a key, which are only added and folded.
        'campaign_stat_increment',
        // Partitioned by month.
        'event_outcome',
        // Rows without a key, which are only added and folded.
        'tally',
      ],
    });
  });
});
