import { connectionCreated } from '@ces/contracts/identity/users';
import { newId } from '@ces/messaging/storage/ids';
import { eventually } from '@ces/testing/eventually';
import { randomUUID } from 'node:crypto';
import { SegmentWorld } from '../../test/segment-world.js';

describe('the members of a segment', () => {
  let world: SegmentWorld;

  beforeAll(async () => {
    world = await SegmentWorld.start();
  }, 60_000);

  afterAll(() => world.stop());

  const connect = (owner: string) => world.identity.connect(owner);

  it('follow connections that come and go, also of a user who has two', async () => {
    const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
    const { id } = await world.importAndProcess([one, other, third]);
    const user = await connect(one);
    await world.counts(id, 1);
    await world.identity.connect(other, user);
    await connect(third);
    await world.counts(id, 2);
    await world.identity.disconnect(one);
    await world.identity.disconnect(third);
    await world.counts(id, 1);
    expect(await world.members(id)).toEqual([user]);
    await world.identity.disconnect(other);
    await world.counts(id, 0);
  });

  it('lose a user whose account is closed, and have the user back when it is restored', async () => {
    const owner = randomUUID();
    const { id } = await world.importAndProcess([owner]);
    const user = await connect(owner);
    await world.counts(id, 1);
    await world.identity.close(user);
    await world.counts(id, 0);
    expect(await world.members(id)).toEqual([]);
    await world.identity.restore(user);
    await world.counts(id, 1);
  });

  it('hold the last user of an owner that changes hands often', async () => {
    const owner = randomUUID();
    const { id } = await world.importAndProcess([owner]);
    const users = [await connect(randomUUID()), await connect(randomUUID())];
    for (let turn = 0; turn < 10; turn += 1) {
      await world.identity.connect(owner, users[turn % 2] ?? '');
      if (turn < 9) await world.identity.disconnect(owner);
    }
    await eventually(async () => {
      expect(await world.members(id)).toEqual([users[1]]);
    });
    await world.counts(id, 1);
  });

  it('count a fact that comes twice once, and one that is no longer true not at all', async () => {
    const [owner, gone] = [randomUUID(), randomUUID()];
    const { id } = await world.importAndProcess([owner, gone]);
    const user_id = await connect(owner);
    await world.counts(id, 1);
    const { nats } = world.service.messaging;
    const facts = [owner, owner, gone].map((owner_id) => ({
      id: newId(),
      payload: JSON.stringify({ provider_name: 'acme', owner_id, user_id }),
    }));
    const publish = async () =>
      (await nats.jetstream()).publish(nats.subject('fact', connectionCreated.subject), JSON.stringify(facts));
    await publish();
    // The inbox recognises the second copy of the same message.
    const { seq } = await publish();
    await eventually(async () => {
      const consumer = 'segments-identity-connection-created';
      const info = await (await nats.manager()).consumers.info(nats.streamOf('identity'), consumer);
      expect(info.ack_floor.stream_seq).toBeGreaterThanOrEqual(seq);
    });
    expect((await world.read(id)).internalUserCount).toBe(1);
  });

  it('include every user who was connected before the file was uploaded', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owners = Array.from({ length: 20 }, () => randomUUID());
      await Promise.all(owners.map(connect));
      expect((await world.importAndProcess(owners)).internalUserCount).toBe(owners.length);
    }
  }, 60_000);

  it('are copied by the comparison with identity, which mends every row that differs', async () => {
    const owners = Array.from({ length: 50 }, () => randomUUID());
    const users = await Promise.all(owners.map(connect));
    const { id } = await world.importAndProcess(owners);
    await world.counts(id, 50);
    await world.sql(`DELETE FROM connection WHERE owner_id = ANY ($1)`, [owners.slice(0, 10)]);
    await world.sql('UPDATE connection SET user_id = $2 WHERE owner_id = $1', [owners[20], users[21]]);
    await world.sql(`INSERT INTO connection (provider_name, owner_id, user_id, open) VALUES ('acme', $1, 'x', true)`, [
      newId(),
    ]);
    await world.sql('UPDATE segment SET internal_count = 39 WHERE id = $1', [id]);
    await world.sql('UPDATE connection_walk SET complete = false, position = NULL');
    await world.runChore('compare-connections');
    expect(await world.sql('SELECT complete FROM connection_walk')).toEqual([{ complete: true }]);
    expect((await world.read(id)).internalUserCount).toBe(50);
    expect(await world.members(id)).toEqual([...users].sort());
    expect(await world.sql(`SELECT FROM connection WHERE user_id = 'x'`)).toEqual([]);
  }, 60_000);
});
