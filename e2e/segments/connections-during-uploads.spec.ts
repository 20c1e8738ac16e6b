import type { SegmentMember } from '@ces/contracts/segments/segments';
import { eventually } from '@ces/testing/eventually';
import * as forms from '@ces/testing/gateway/segment-forms';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Platform } from '../platform/platform.js';

describe('connections that come and go while a segment gets file after file', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.shared();
  });

  afterAll(() => platform.stop());

  const renew = async (id: string, file: string, ended: AbortSignal) => {
    for (let upload = 0; !ended.aborted; upload += 1) {
      const form = forms.formOf({ title: `upload ${upload}`, identifier: 'acme', file });
      await forms.sendForm(platform, `${forms.path}/${id}`, form);
      await sleep(randomInt(400));
    }
  };
  /** Connects these owners, disconnects some of them again, and returns the disconnected ones. */
  const comeAndGo = async (owners: string[]) => {
    const left: string[] = [];
    for (const owner of owners) {
      const user = await forms.connect(platform, owner);
      await sleep(randomInt(30));
      if (randomInt(4) > 0) continue;
      await forms.disconnect(platform, user, owner);
      left.push(owner);
    }
    return left;
  };

  it.each(['one replica', 'two replicas'])(
    'rows 28 to 31: leave exact counts with %s',
    async (replicas) => {
      if (replicas === 'two replicas') await platform.replicaOf('segments');
      const owners = Array.from({ length: 300 }, () => randomUUID());
      const others = Array.from({ length: 40_000 }, (_, index) => `other-${index}`);
      const file = [...owners, ...others].join('\n');
      const { id } = await forms.importFile(platform, file);
      const ended = new AbortController();
      const renewing = renew(id, file, ended.signal);
      const lanes = Array.from({ length: 6 }, (_, lane) => owners.filter((_owner, index) => index % 6 === lane));
      const left = (await Promise.all(lanes.map(comeAndGo))).flat();
      ended.abort();
      await renewing;
      const connected = owners.length - left.length;
      expect((await forms.processed(platform, id)).externalUserCount).toBe(owners.length + others.length);
      await eventually(async () => {
        expect((await platform.api.get(`${forms.path}/${id}`)).body).toMatchObject({ internalUserCount: connected });
      });
      const held = await platform.segments
        .get(DataSource)
        .query<unknown[]>('SELECT FROM connection WHERE owner_id = ANY ($1)', [owners]);
      expect(held).toHaveLength(connected);
      const members = (await platform.api.get(`${forms.path}/${id}/members`)).body as SegmentMember[];
      expect(members).toHaveLength(connected);
    },
    90_000,
  );
});
