import { erasureReceipt } from '@ces/contracts/identity/erasure';
import { connectionCreated } from '@ces/contracts/identity/users';
import type { SegmentMember } from '@ces/contracts/segments/segments';
import { eventually } from '@ces/testing/eventually';
import { register } from '@ces/testing/gateway/registrations';
import * as forms from '@ces/testing/gateway/segment-forms';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Platform } from '../platform/platform.js';

describe('segments and the connections that identity keeps', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await Platform.start({}, 1, 'cards', 'segments');
  });

  afterAll(() => platform.stop());

  const members = async (id: string) =>
    ((await platform.api.get(`${forms.path}/${id}/members`)).body as SegmentMember[]).map(({ user_id }) => user_id);
  const counts = (id: string, internalUserCount: number) =>
    eventually(async () => {
      expect((await platform.api.get(`${forms.path}/${id}`)).body).toMatchObject({ internalUserCount });
    });
  const receipts = (userId: string) =>
    platform.segments
      .get(DataSource)
      .query<unknown[]>('SELECT FROM outbox WHERE subject = $1 AND strpos(payload, $2) > 0', [
        erasureReceipt('segments').subject,
        userId,
      ]);

  /** Makes connections in identity's database whose facts never reach the segments service. */
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

  it('row 30 says processed with every user who was connected before the upload, however far facts are behind', async () => {
    for (const count of [6_000, 10]) {
      const owners = await connectUnheard(count);
      const segment = await forms.importAndProcess(platform, owners.join('\n'));
      expect(segment).toMatchObject({ externalUserCount: count, internalUserCount: count });
    }
  });

  it('a user leaves the segments with the closing of the account, and returns with its restoration', async () => {
    const owner = randomUUID();
    const { id } = await forms.importAndProcess(platform, owner);
    const { user_id } = await register(platform);
    await forms.connectAlso(platform, user_id, owner);
    await counts(id, 1);
    await platform.api.post(`/api/1/user/${user_id}/delete`);
    await counts(id, 0);
    expect(await members(id)).toEqual([]);
    await platform.api.post(`/api/1/admin/users/${user_id}:restore`);
    await counts(id, 1);
  });

  it('an identifier stays in the files when another user has it by the time its first owner is erased', async () => {
    const owner = randomUUID();
    const { id } = await forms.importAndProcess(platform, `${owner}\nunconnected`);
    let [first, second] = ['', ''];
    await platform.without('segments', async () => {
      first = await forms.connect(platform, owner);
      await forms.disconnect(platform, first, owner);
      second = await forms.connect(platform, randomUUID());
      await forms.connectAlso(platform, second, owner);
      await platform.api.post(`/api/1/user/${first}/delete`);
      // The relay publishes the facts in messages of their own.
      await sleep(500);
    });
    await eventually(async () => {
      expect(await receipts(first)).toHaveLength(1);
    }, 30_000);
    expect(await members(id)).toEqual([second]);
  });
});
