import { Platform } from '../../../../e2e/platform/platform.js';
import * as forms from '@ces/testing/segment-forms';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SegmentWorld } from '../../test/segment-world.js';

describe('a segment in the course of its matches', () => {
  let world: SegmentWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await SegmentWorld.start();
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  it.each(['one replica', 'two replicas'])(
    'is exact with %s, whenever somebody connects or leaves',
    async (replicas) => {
      if (replicas === 'two replicas') await platform.replicaOf('segments');
      const owners = Array.from({ length: 300 }, () => randomUUID());
      const others = Array.from({ length: 40_000 }, (_, index) => `other-${index}`);
      const file = [...owners, ...others].join('\n');
      const { id } = await forms.importFile(platform, file);
      const ended = new AbortController();
      const renewing = (async () => {
        for (let upload = 0; !ended.signal.aborted; upload += 1) {
          const form = forms.formOf({ title: `upload ${upload}`, identifier: 'acme', file });
          await forms.sendForm(platform, `${forms.path}/${id}`, form);
          await sleep(randomInt(400));
        }
      })();
      const lanes = Array.from({ length: 6 }, (_, lane) => owners.filter((_owner, index) => index % 6 === lane));
      const left: string[] = [];
      await Promise.all(
        lanes.map(async (mine) => {
          for (const owner of mine) {
            const user = await forms.connect(platform, owner);
            await sleep(randomInt(30));
            if (randomInt(4) > 0) continue;
            await forms.disconnect(platform, user, owner);
            left.push(owner);
          }
        }),
      );
      ended.abort();
      await renewing;
      const segment = await forms.processed(platform, id);
      expect(segment.externalUserCount).toBe(owners.length + others.length);
      await world.counts(id, owners.length - left.length);
      const [held] = await world.sql<{ n: number }>(
        'SELECT count(*)::int AS n FROM connection WHERE owner_id = ANY ($1)',
        [owners],
      );
      expect(held?.n).toBe(owners.length - left.length);
      expect(await world.members(id)).toHaveLength(owners.length - left.length);
    },
    90_000,
  );
});
