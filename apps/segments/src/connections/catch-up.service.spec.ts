import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('segments while the facts of connections are behind', () => {
  let world: SegmentWorld;

  beforeAll(async () => {
    world = await SegmentWorld.start();
  });

  afterAll(() => world.stop());

  it('row 30 says processed with every user who was connected before the upload, however many', async () => {
    for (const count of [6_000, 10]) {
      const owners = Array.from({ length: count }, () => randomUUID());
      world.identity.connectUnheard(owners);
      const segment = await world.importAndProcess(owners);
      expect(segment).toMatchObject({ externalUserCount: count, internalUserCount: count });
    }
  });

  it('an identifier stays in the files when another user has it by the time its first owner is erased', async () => {
    const owner = randomUUID();
    const { id } = await world.importAndProcess([owner, 'unconnected']);
    let [first, second] = ['', ''];
    await world.identity.withholdingFacts(async () => {
      first = await world.identity.connect(owner);
      await world.identity.disconnect(owner);
      second = await world.identity.connect(randomUUID());
      await world.identity.connect(owner, second);
      world.identity.erase(first);
      await world.identity.tellErased(first);
    });
    await eventually(async () => {
      expect(await world.receipts(first)).toBe(1);
    }, 30_000);
    await world.counts(id, 1);
    expect(await world.members(id)).toEqual([second]);
  });
});
