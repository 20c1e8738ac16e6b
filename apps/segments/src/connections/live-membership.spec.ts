import { segmentMemberships, userEnteredSegment, useSegments } from '@ces/contracts/segments/segment-use';
import { connectionCreated } from '@ces/contracts/identity/users';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { Platform } from '../../../../e2e/platform/platform.js';
import { register } from '@ces/testing/registrations';
import * as forms from '@ces/testing/segment-forms';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('who is in a segment', () => {
  let world: SegmentWorld;
  let platform: Platform;

  beforeAll(async () => {
    world = await SegmentWorld.start('cards');
    ({ platform } = world);
  }, 60_000);

  afterAll(() => world.stop());

  const connect = (owner: string) => forms.connect(platform, owner);
  const entered = (segment_id: string) =>
    world
      .sql<{ payload: string }>(`SELECT payload FROM outbox WHERE subject LIKE $1 ORDER BY id`, [
        `${userEnteredSegment.subject}%`,
      ])
      .then((facts) =>
        facts
          .map(({ payload }) => JSON.parse(payload) as { user_id: string; segment_id: string })
          .filter((fact) => fact.segment_id === segment_id)
          .map((fact) => fact.user_id),
      );

  it('follows connections that come and go, also of a user who has two', async () => {
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    const { id } = await forms.importAndProcess(platform, [one, other, third].join('\n'));
    const user = await connect(one);
    await world.counts(id, 1);
    await forms.connectAlso(platform, user, other);
    const second = await connect(third);
    await world.counts(id, 2);
    await forms.disconnect(platform, user, one);
    await forms.disconnect(platform, second, third);
    await world.counts(id, 1);
    expect(await world.members(id)).toEqual([user]);
    await forms.disconnect(platform, user, other);
    await world.counts(id, 0);
  });

  it('loses a user whose account is closed, and has the user back when it is restored', async () => {
    const owner = randomUUID();
    const { id } = await forms.importAndProcess(platform, owner);
    const { user_id } = await register(platform);
    await forms.connectAlso(platform, user_id, owner);
    await world.counts(id, 1);
    await platform.api.post(`/api/1/user/${user_id}/delete`);
    await world.counts(id, 0);
    expect(await world.members(id)).toEqual([]);
    await platform.api.post(`/api/1/admin/users/${user_id}:restore`);
    await world.counts(id, 1);
  }, 60_000);

  it('gives an owner to whom it belongs in the end, however often it changes hands', async () => {
    const owner = randomUUID();
    const { id } = await forms.importAndProcess(platform, owner);
    const users = await Promise.all([connect(randomUUID()), connect(randomUUID())]);
    for (let turn = 0; turn < 10; turn += 1) {
      const user = users[turn % 2] ?? '';
      await forms.connectAlso(platform, user, owner);
      if (turn < 9) await forms.disconnect(platform, user, owner);
    }
    await eventually(async () => {
      expect(await world.members(id)).toEqual([users[1]]);
    });
    await world.counts(id, 1);
  });

  it('counts a fact that comes twice once, and one that is no longer true not at all', async () => {
    const [owner, gone] = [randomUUID(), randomUUID()];
    const { id } = await forms.importAndProcess(platform, `${owner}\n${gone}`);
    const user_id = await connect(owner);
    await world.counts(id, 1);
    const { nats } = platform.messaging;
    const facts = [owner, owner, gone].map((owner_id) => ({
      id: newId(),
      payload: JSON.stringify({ provider_name: 'acme', owner_id, user_id }),
    }));
    const publish = async () =>
      (await nats.jetstream()).publish(nats.subject('fact', connectionCreated.subject), JSON.stringify(facts));
    await publish();
    // The same message once more: what the inbox is for.
    const { seq } = await publish();
    await eventually(async () => {
      const consumer = 'segments-identity-connection-created';
      const info = await (await nats.manager()).consumers.info(nats.streamOf('identity'), consumer);
      expect(info.ack_floor.stream_seq).toBeGreaterThanOrEqual(seq);
    });
    expect((await world.read(id)).internalUserCount).toBe(1);
  });

  it('counts with a file who was connected before it was uploaded', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owners = Array.from({ length: 20 }, () => randomUUID());
      await Promise.all(owners.map(connect));
      expect((await forms.importAndProcess(platform, owners.join('\n'))).internalUserCount).toBe(owners.length);
    }
  }, 60_000);

  it('tells campaigns who is in, in the order asked, and who came in, each once', async () => {
    const [early, late, never] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await connect(early);
    const { id } = await forms.importAndProcess(platform, never);
    const use = { campaign_id: randomUUID(), name: 'Welcome', segment_ids: [id], entries: true };
    expect(await world.bus.call(useSegments, use)).toEqual({ used: [id] });
    const form = forms.formOf({ title: 'Readers', identifier: 'acme', file: `${early}\n${late}` });
    await forms.sendForm(platform, `${forms.path}/${id}`, form);
    await forms.processed(platform, id);
    await eventually(async () => {
      expect(await entered(id)).toEqual([first]);
    });
    const second = await connect(late);
    await eventually(async () => {
      expect(await entered(id)).toEqual([first, second]);
    });
    const asked = { user_ids: [second, 'nobody', first], segment_ids: [randomUUID(), id, 'x'] };
    expect(await world.bus.call(segmentMemberships, asked)).toEqual([[id], [], [id]]);
    await forms.sendForm(platform, `${forms.path}/${id}`, form);
    await forms.processed(platform, id);
    expect(await entered(id)).toEqual([first, second]);
  });

  it('refuses a use of segments that are not there with their places, and registers nothing then', async () => {
    const { id } = await forms.importAndProcess(platform, 'a');
    const campaign_id = randomUUID();
    const segment_ids = [id, randomUUID(), 'x'];
    await expect(
      world.bus.call(useSegments, { campaign_id, name: 'C', segment_ids, entries: false }),
    ).rejects.toMatchObject({
      code: 'segment-unknown',
      extras: { errors: [{ pointer: '#/segment_ids/1' }, { pointer: '#/segment_ids/2' }] },
    });
    expect((await platform.api.send('DELETE', `${forms.path}/${id}`)).status).toBe(200);
  });

  it('copies what was connected before there was this service, and mends what differs', async () => {
    const owners = Array.from({ length: 50 }, () => randomUUID());
    const users = await Promise.all(owners.map(connect));
    const { id } = await forms.importAndProcess(platform, owners.join('\n'));
    await world.counts(id, 50);
    await world.sql(`DELETE FROM connection WHERE owner_id = ANY ($1)`, [owners.slice(0, 10)]);
    await world.sql('UPDATE connection SET user_id = $2 WHERE owner_id = $1', [owners[20], users[21]]);
    await world.sql(`INSERT INTO connection (provider_name, owner_id, user_id, open) VALUES ('acme', $1, 'x', true)`, [
      newId(),
    ]);
    await world.sql('UPDATE segment SET internal_count = 39 WHERE id = $1', [id]);
    await world.sql('UPDATE connection_walk SET complete = false, position = NULL');
    await eventually(async () => {
      expect((await world.sql<{ complete: boolean }>('SELECT complete FROM connection_walk'))[0]?.complete).toBe(true);
    }, 20_000);
    expect((await world.read(id)).internalUserCount).toBe(50);
    expect(await world.members(id)).toEqual([...users].sort());
    expect(await world.sql(`SELECT FROM connection WHERE user_id = 'x'`)).toEqual([]);
  }, 60_000);
});
