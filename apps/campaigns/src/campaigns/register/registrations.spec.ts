import { endCampaign, startCampaign } from '@ces/contracts/campaigns/campaign-administration';
import { letDefinitionGo } from '@ces/contracts/events/definition-use';
import type { Rpc } from '@ces/contracts/rpc';
import { useSegments } from '@ces/contracts/segments/segment-use';
import { eventually } from '@ces/testing/eventually';
import { standIn } from '@ces/testing/services/stand-in';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { RegistrationsService } from './registrations.service.js';
import { CampaignsUnderTest } from '../../../test/run-campaigns.js';

describe('registrations of campaigns in other services', () => {
  let service: CampaignsUnderTest;

  beforeAll(async () => {
    service = await CampaignsUnderTest.start();
  });

  afterAll(() => service.stop());

  it('are finished for all campaigns but a refused one, which then comes last', async () => {
    const [stuck] = await inDoubt();
    service.answerUse = ({ event_name, version }) => (event_name === 'first' ? null : { version });
    await service.chore('finish-registrations');
    expect(await waiting()).toEqual([{ campaign_id: stuck, later: true }]);
  });

  it('wait while a service is away, and begin with another campaign next time', async () => {
    const [first, second, third] = await inDoubt();
    service.answerUse = ({ event_name, version }) => ({ version: event_name === 'first' ? version + 1 : version });
    await expect(service.chore('finish-registrations')).rejects.toThrow('changing too fast');
    expect(await waiting()).toEqual([
      { campaign_id: second, later: false },
      { campaign_id: third, later: false },
      { campaign_id: first, later: true },
    ]);
    await service.chore('finish-registrations');
    expect(await waiting()).toEqual([{ campaign_id: first, later: true }]);
  });

  it('are repeated for every campaign that has not ended, after a restore of another service', async () => {
    const [first, second, third] = await inDoubt();
    await service.chore('finish-registrations');
    await service.query(`UPDATE campaign SET state = 'ended' WHERE id = $1`, [third]);
    const uses: string[] = [];
    service.answerUse = ({ campaign_id, version }) => {
      uses.push(campaign_id);
      return { version };
    };
    await service.app.get(RegistrationsService).repeatAll();
    await service.query(`UPDATE campaign_registration SET since = now() - interval '1 minute'`);
    await service.chore('finish-registrations');
    expect(uses.filter((id) => [first, second, third].includes(id)).sort()).toEqual([first, second].sort());
    expect(await waiting()).toEqual([]);
  });

  it('of events are repeated for campaigns that run or pause, and finished campaigns stay as they are', async () => {
    const [first, second, third] = await inDoubt();
    await service.chore('finish-registrations');
    await service.query(`UPDATE campaign SET state = 'paused' WHERE id = $1`, [second]);
    await service.query(`UPDATE campaign SET state = 'ended' WHERE id = $1`, [third]);
    await service.chore('repeat-registrations');
    const doubts = await service.query<{ campaign_id: string }>('SELECT * FROM campaign_registration');
    const ours = doubts.filter(({ campaign_id }) => [first, second, third].includes(campaign_id));
    expect(ours).toMatchObject([first, second].sort().map(() => ({ segments: false, events: true })));
    expect(ours.map(({ campaign_id }) => campaign_id).sort()).toEqual([first, second].sort());
  });

  it('stay unfinished when they are to be repeated while they are finished', async () => {
    const [first] = await inDoubt();
    await service.query('DELETE FROM campaign_registration WHERE campaign_id <> $1', [first]);
    const registrations = service.app.get(RegistrationsService);
    const locked = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    service.answerUse = ({ version }) => {
      asked.resolve(undefined);
      return { version };
    };
    const held = service.app.get(DataSource).transaction(async (tx) => {
      // The last statement of the registration waits for this row.
      await tx.query('SELECT FROM campaign_registration WHERE campaign_id = $1 FOR UPDATE', [first]);
      locked.resolve(undefined);
      await asked.promise;
      await tx.query(`UPDATE campaign_registration SET since = now(), segments = true WHERE campaign_id = $1`, [first]);
    });
    await locked.promise;
    await Promise.all([held, registrations.finish(first ?? '')]);
    expect(await service.query('SELECT segments FROM campaign_registration WHERE campaign_id = $1', [first])).toEqual([
      { segments: true },
    ]);
  });

  it('of a campaign that was never stored are released', async () => {
    const [id, seen] = [randomUUID(), [] as object[]];
    await service.query('DELETE FROM campaign_registration');
    await doubt(id, 60);
    await service.query('UPDATE campaign_registration SET segments = true');
    const ends = [await overhear(useSegments, seen), await overhear(letDefinitionGo, seen)];
    await service.chore('finish-registrations');
    for (const end of ends) end();
    expect(seen).toEqual([{ campaign_id: id, name: '', segment_ids: [], entries: false }, { campaign_id: id }]);
    expect(await waiting()).toEqual([]);
  });

  it('of segments stay until the campaign ends, those of entries while it may run', async () => {
    const stack = await service.newStack();
    const [segment_id, other] = [randomUUID(), randomUUID()];
    const campaign = {
      trigger: { lifecycle: 'segment-entered' as const, segment_id },
      audience: { exclude_segments: [other] },
      effects: [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }],
    };
    const seen: { entries: boolean }[] = [];
    const end = await overhear(useSegments, seen);
    const { id } = await service.draft(campaign);
    const last = (more: object) =>
      eventually(() => {
        expect(seen.at(-1)).toEqual({ campaign_id: id, name: 'Spec', ...more });
      });
    await last({ segment_ids: [other, segment_id], entries: false });
    await finished(id);
    const drafted = seen.length;
    await service.bus.call(startCampaign, { id });
    await last({ segment_ids: [other, segment_id], entries: true });
    expect(seen.slice(drafted).every(({ entries }) => entries)).toBe(true);
    await service.bus.call(endCampaign, { id });
    await last({ segment_ids: [], entries: false });
    end();
  });

  it('cover both versions while a campaign changes, and afterwards the new one', async () => {
    const stack = await service.newStack();
    const [before, after] = [randomUUID(), randomUUID()];
    const naming = (segment: string) => ({
      trigger: { event_name: 'change' },
      audience: { include_segments: [segment] },
      effects: [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }],
    });
    const campaign = await service.run(naming(before));
    await finished(campaign.id);
    const seen: { segment_ids: string[] }[] = [];
    const end = await overhear(useSegments, seen);
    await service.put(campaign, naming(after));
    await eventually(() => {
      expect(seen.map(({ segment_ids }) => segment_ids)).toEqual([[before, after], [after]]);
    });
    end();
  });

  /** Notes the requests of a call, which another stand-in answers. */
  function overhear<Request extends object>(contract: Rpc<Request, unknown>, seen: object[]): Promise<() => void> {
    return standIn(service.app, contract, (request) => {
      seen.push(request);
      return undefined;
    });
  }

  /** Three campaigns with unfinished registrations; the first has waited longest. */
  async function inDoubt(): Promise<string[]> {
    await service.query('DELETE FROM campaign_registration');
    service.answerUse = ({ version }) => ({ version });
    const stack = await service.newStack();
    const effects = [{ type: 'transaction' as const, stack_id: stack.id, value: 1 }];
    const ids: string[] = [];
    for (const event_name of ['first', 'second', 'third']) {
      const { id } = await service.run({ trigger: { event_name }, effects });
      // The start finishes its own registration in the background; it must not interfere.
      await finished(id);
      ids.push(id);
    }
    for (const [place, id] of ids.entries()) await doubt(id, 60 - place);
    return ids;
  }

  async function finished(id: string): Promise<void> {
    await eventually(async () => {
      expect(await service.query('SELECT FROM campaign_registration WHERE campaign_id = $1', [id])).toEqual([]);
    });
  }

  function waiting(): Promise<object[]> {
    return service.query(
      `SELECT campaign_id, since > now() - interval '10 seconds' AS later FROM campaign_registration ORDER BY since`,
    );
  }

  function doubt(id: string, secondsAgo: number): Promise<unknown> {
    return service.query(
      `INSERT INTO campaign_registration (campaign_id, segments, events, since)
       VALUES ($1, false, true, now() - make_interval(secs => $2))`,
      [id, secondsAgo],
    );
  }
});
