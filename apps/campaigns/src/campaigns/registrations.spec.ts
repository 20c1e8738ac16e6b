import { CampaignsUnderTest } from '../../test/run-campaigns.js';
import { RegistrationsService } from './registrations.service.js';

describe('what campaigns register in other services', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  }, 60_000);

  afterAll(() => service.stop());

  it('is settled for all campaigns but the one for which it cannot be, and that one comes last from then on', async () => {
    const stack = await service.newStack();
    const effects = [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }];
    const stuck = await service.run({ trigger: { event_name: 'restless' }, effects });
    const others = [
      await service.run({ trigger: { event_name: 'calm' }, effects }),
      await service.run({ trigger: { event_name: 'calm' }, effects }),
    ];
    service.restless.add('restless');
    await doubt(stuck.id, 60);
    for (const { id } of others) await doubt(id, 30);
    await service.app.get(RegistrationsService).settleWaiting();
    expect(
      await service.query(
        "SELECT campaign_id, since > now() - interval '10 seconds' AS later FROM campaign_registration",
      ),
    ).toEqual([{ campaign_id: stuck.id, later: true }]);
  });

  function doubt(id: string, secondsAgo: number): Promise<unknown> {
    return service.query(
      `INSERT INTO campaign_registration (campaign_id, segments, events, since)
       VALUES ($1, false, true, now() - make_interval(secs => $2))
       ON CONFLICT (campaign_id) DO UPDATE SET since = excluded.since`,
      [id, secondsAgo],
    );
  }
});
