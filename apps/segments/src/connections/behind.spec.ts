import { connectionCreated } from '@ces/contracts/identity/users';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../../../../e2e/platform/platform.js';
import * as forms from '@ces/testing/segment-forms';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { SegmentWorld } from '../../test/segment-world.js';

describe('segments while facts are behind', () => {
  let world: SegmentWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await SegmentWorld.start();
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  /** Of facts that are told, and have not come here: they never do. */
  const connectUnheard = async (count: number): Promise<string[]> => {
    const identity = platform.services.identity.get(DataSource);
    const owners = Array.from({ length: count }, () => randomUUID());
    const user = `substr(replace(owner, '-', ''), 1, 25)`;
    await identity.query(`INSERT INTO app_user (id) SELECT ${user} FROM unnest($1::text[]) owner`, [owners]);
    await identity.query(
      `INSERT INTO connection (provider_name, owner_id, user_id) SELECT 'acme', owner, ${user} FROM unnest($1::text[]) owner`,
      [owners],
    );
    await identity.query(
      `INSERT INTO outbox (message_id, subject, payload, created_at, published_at)
       SELECT gen_random_uuid(), $2, json_build_object('provider_name', 'acme', 'owner_id', owner, 'user_id', ${user}),
              now() - interval '5 minutes', now() FROM unnest($1::text[]) owner`,
      [owners, connectionCreated.subject],
    );
    return owners;
  };

  it('row 30 says processed with all who were connected before the upload, however many and however long ago', async () => {
    for (const count of [6_000, 10]) {
      const owners = await connectUnheard(count);
      const segment = await forms.importAndProcess(platform, owners.join('\n'));
      expect(segment).toMatchObject({ externalUserCount: count, internalUserCount: count });
    }
  }, 60_000);

  it('an identifier stays in the files when another user has it by the time its first owner is erased', async () => {
    const owner = randomUUID();
    const { id } = await forms.importAndProcess(platform, `${owner}\nnobody`);
    let [first, second] = ['', ''];
    await platform.without('segments', async () => {
      first = await forms.connect(platform, owner);
      await forms.disconnect(platform, first, owner);
      second = await forms.connect(platform, randomUUID());
      await forms.connectAlso(platform, second, owner);
      await platform.api.post(`/api/1/user/${first}/delete`);
      // The facts in messages of their own.
      await sleep(500);
    });
    await eventually(async () => {
      expect(await world.receipts(first)).toBe(1);
    }, 30_000);
    expect(await world.members(id)).toEqual([second]);
  }, 60_000);
});
