import { eventually } from '@ces/testing/eventually';
import { CampaignsUnderTest } from '../../../test/run-campaigns.js';
import { ReconcileAll } from '../reconcile-all.service.js';
import { ReconciliationRuns } from './reconciliation-runs.service.js';

describe('a reconciliation that was asked for', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  it('is begun once by many requests, tried again when it fails, and set aside with the reason after five faults', async () => {
    const runs = service.app.get(ReconciliationRuns);
    const all = service.app.get(ReconcileAll);
    const run = all.run.bind(all);
    const hoursAtBegin: number[] = [];
    Object.assign(all, {
      run: async (...[, , watcher]: Parameters<typeof run>) => {
        hoursAtBegin.push(...(await runs.list({ limit: 1 })).items.map(({ hours }) => hours));
        await watcher?.compared(7, 21);
        throw new Error('broken');
      },
    });
    const begun = await Promise.all(Array.from({ length: 50 }, () => runs.begin({})));
    const [{ id } = { id: '' }] = begun;
    expect(new Set(begun.map((each) => each.id))).toEqual(new Set([id]));
    const obstacle = 'It failed on our side; the log says why.';
    await eventually(async () => {
      expect(await runs.get(id)).toMatchObject({ state: 'running', hours: 7, obstacle, finished_at: null });
    });
    await eventually(async () => {
      await service.query('UPDATE reconciliation_run SET faults = 4, try_at = NULL WHERE finished_at IS NULL');
      expect(await runs.get(id)).toMatchObject({
        state: 'failed',
        obstacle,
        finished_at: expect.any(String) as string,
      });
    }, 20_000);
    expect(new Set(hoursAtBegin)).toEqual(new Set([0]));
    expect(hoursAtBegin.length).toBeGreaterThan(1);
    Object.assign(all, { run });
  });
});
