import {
  knownSegments,
  segmentMemberships,
  userEnteredSegment,
  useSegments,
} from '@ces/contracts/segments/segment-use';
import { eachFact } from '@ces/messaging/facts/publish/several-facts';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('the use of segments by campaigns', () => {
  let world: SegmentWorld;

  beforeAll(async () => {
    world = await SegmentWorld.start();
  });

  afterAll(() => world.stop());

  const use = (campaign_id: string, segment_ids: string[], entries = true) =>
    world.bus.call(useSegments, { campaign_id, name: `Campaign ${campaign_id}`, segment_ids, entries });
  const entered = async (segment_id: string) => {
    const facts = await world.sql<{ payload: string }>(
      `SELECT fact_payload AS payload FROM outbox ${eachFact}
        WHERE subject LIKE $1 AND strpos(fact_payload, $2) > 0 ORDER BY id`,
      [`${userEnteredSegment.subject}%`, segment_id],
    );
    return facts.map(({ payload }) => (JSON.parse(payload) as { user_id: string }).user_id);
  };

  it('gives campaigns the memberships in the order asked, and tells them of each entry once', async () => {
    const [early, late, never] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await world.identity.connect(early);
    const { id } = await world.importAndProcess([never]);
    expect(await use(randomUUID(), [id])).toEqual({ used: [id] });
    await world.importAndProcess([early, late], { segment_id: id });
    await eventually(async () => {
      expect(await entered(id)).toEqual([first]);
    });
    const second = await world.identity.connect(late);
    await eventually(async () => {
      expect(await entered(id)).toEqual([first, second]);
    });
    const asked = { user_ids: [second, 'nobody', first], segment_ids: [randomUUID(), id, 'x'] };
    expect(await world.bus.call(segmentMemberships, asked)).toEqual([[id], [], [id]]);
    await world.importAndProcess([early, late], { segment_id: id });
    expect(await entered(id)).toEqual([first, second]);
  });

  it('tells campaigns of no user who enters by an imported connection, however the copy gets it', async () => {
    const [moved, compared, later] = [randomUUID(), randomUUID(), randomUUID()];
    const { id } = await world.importAndProcess([moved, compared, later]);
    await use(randomUUID(), [id]);
    const user = await world.identity.connect(moved, undefined, true);
    await world.identity.connect(compared, undefined, true);
    await world.counts(id, 2);
    await world.sql('DELETE FROM connection WHERE owner_id = $1', [compared]);
    await world.sql('UPDATE segment SET internal_count = 1 WHERE id = $1', [id]);
    await world.sql('UPDATE connection_walk SET complete = false, position = NULL');
    await world.runChore('compare-connections');
    const told = await world.identity.connect(later);
    await eventually(async () => {
      expect(await entered(id)).toEqual([told]);
    });
    await world.identity.disconnect(moved);
    await world.counts(id, 2);
    await world.identity.connect(moved, user);
    await eventually(async () => {
      expect(await entered(id)).toEqual([told, user]);
    });
  });

  it('refuses segments that do not exist with their places, and records nothing then', async () => {
    const { id } = await world.importAndProcess(['a']);
    await expect(use(randomUUID(), [id, randomUUID(), 'x'])).rejects.toMatchObject({
      code: 'segment-unknown',
      extras: { errors: [{ pointer: '#/segment_ids/1' }, { pointer: '#/segment_ids/2' }] },
    });
    expect(await world.delete(id)).toEqual({ deleted: true });
  });

  it('keeps a segment from being deleted until the last campaign uses others', async () => {
    const { id } = await world.importAndProcess(['a']);
    await use('c1', [id]);
    await use('c2', [id]);
    await expect(world.delete(id)).rejects.toMatchObject({
      code: 'segment-in-use',
      extras: {
        members: {
          usages: [
            { campaign_id: 'c1', name: 'Campaign c1' },
            { campaign_id: 'c2', name: 'Campaign c2' },
          ],
        },
      },
    });
    await use('c1', []);
    await expect(world.delete(id)).rejects.toMatchObject({ code: 'segment-in-use' });
    await use('c2', []);
    expect(await world.delete(id)).toEqual({ deleted: true });
  });

  it('tells entries only while a campaign wants to know them', async () => {
    const [campaign, owner, ...later] = Array.from({ length: 4 }, () => randomUUID());
    const { id } = await world.importAndProcess([owner ?? '', ...later]);
    await use(campaign ?? '', [id], false);
    await world.identity.connect(owner ?? '');
    await world.counts(id, 1);
    await use(campaign ?? '', [id], true);
    const told = await world.identity.connect(later[0] ?? '');
    await eventually(async () => {
      expect(await entered(id)).toEqual([told]);
    });
    await use(campaign ?? '', [id], false);
    await world.importAndProcess([randomUUID()], { segment_id: id });
    await world.importAndProcess([owner ?? '', ...later], { segment_id: id });
    await world.identity.connect(later[1] ?? '');
    await world.counts(id, 3);
    expect(await entered(id)).toEqual([told]);
  });

  it('knows a segment once that is named twice or in upper case, and names each place of one that is unknown', async () => {
    const { id } = await world.importAndProcess(['a']);
    const campaign = randomUUID();
    expect(await use(campaign, [id, id.toUpperCase(), id])).toEqual({ used: [id, id.toUpperCase()] });
    expect(await world.sql('SELECT segment_id FROM segment_use WHERE campaign_id = $1', [campaign])).toEqual([
      { segment_id: id },
    ]);
    const unknown = randomUUID();
    const asked = { segment_ids: [unknown, 'x', id.toUpperCase()] };
    expect(await world.bus.call(knownSegments, asked)).toEqual({ segment_ids: [id] });
    await expect(use(campaign, [unknown, id, unknown])).rejects.toMatchObject({
      extras: { errors: [{ pointer: '#/segment_ids/0' }, { pointer: '#/segment_ids/2' }] },
    });
  });

  it('keeps what a campaign used before when the next use is refused, and its name of now', async () => {
    const { id } = await world.importAndProcess(['a']);
    const usages = async () => {
      const refusal = await world.delete(id).catch((error: unknown) => error as { extras: { members: unknown } });
      return 'extras' in refusal ? refusal.extras.members : undefined;
    };
    await use('c3', [id]);
    await expect(use('c3', [randomUUID()])).rejects.toMatchObject({ code: 'segment-unknown' });
    expect(await usages()).toEqual({ usages: [{ campaign_id: 'c3', name: 'Campaign c3' }] });
    await world.bus.call(useSegments, { campaign_id: 'c3', name: 'Renamed', segment_ids: [id], entries: false });
    expect(await usages()).toEqual({ usages: [{ campaign_id: 'c3', name: 'Renamed' }] });
  });

  it('tells of the users of a file only who were no members by the file before', async () => {
    const [stays, comes, goes] = [randomUUID(), randomUUID(), randomUUID()];
    const users = [await world.identity.connect(stays), await world.identity.connect(comes)];
    await world.identity.connect(goes);
    const both = randomUUID();
    await world.identity.connect(both, users[0]);
    const { id } = await world.importAndProcess([stays, goes]);
    await use(randomUUID(), [id]);
    await world.importAndProcess([both, comes], { segment_id: id });
    await eventually(async () => {
      expect(await entered(id)).toEqual([users[1]]);
    });
    expect(await world.sql('SELECT FROM user_entry')).toEqual([]);
  });
});
